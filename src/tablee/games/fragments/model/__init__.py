"""What a scene is made of, the language of effects, and the catalogues."""
