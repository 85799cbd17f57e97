"""What a scene of Vieux Monde is made of."""
