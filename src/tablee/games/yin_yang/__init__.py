"""Yin-Yang: five elements, two dice that oppose each other, fatigue that counts, Qì and runes."""
