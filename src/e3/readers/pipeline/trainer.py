"""From a recipe to the Pipeline."""

from __future__ import annotations

from e3.readers.pipeline.recipe import PipelineRecipe
from e3.readers.pipeline.system import PipelineSystem
from e3.training.context import TrainingContext


def train(context: TrainingContext) -> PipelineSystem:
    """The Pipeline."""
    model: PipelineRecipe = context.recipe.model
    return PipelineSystem.train(context.rows, seed=context.recipe.seed, trees=model.trees)
