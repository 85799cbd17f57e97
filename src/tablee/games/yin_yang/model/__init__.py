"""What a scene of Yin-Yang is made of, and what bears on its figures."""
