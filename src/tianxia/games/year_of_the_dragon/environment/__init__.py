"""In the Year of the Dragon for programs that learn: observations, actions, and the chance model."""
