"""What a policy is: its text, its rules, its logic, and the questions it answers."""
