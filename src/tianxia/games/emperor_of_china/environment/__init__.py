"""The Emperor of China for programs that learn: observations, actions, and the chance model."""
