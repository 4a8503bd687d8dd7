"""The pages of the studio: a draft is reviewed, tried and published."""
