"""Words that are written alike in both languages: what holds only these needs no translation.

A game says of further ones that they stay as they are by giving them as their own English (`[en]` of its words).
"""

from __future__ import annotations

ALIKE = """
abdomen abyssal acolyte action activation affliction afflictions air alpha amateur ambitions angle animal antidote
aptitudes arcane archer argument art artisan aspect assassin assistance bandages bandit barricade base bivouac
bolas bonus
bracelet brigandine camouflage caste charlatan chi communication concentration condition confrontation confrontations
constitution contact continent coordination corruption crime crocodile curare delta description destrier diatribe
diligence discipline dissonance distraction domination dragon ego endurance expert extension extrapolation fatigue
finesse formation fortune gain grave grimoire impact importance impossible incorruptible infernal influence infusion
initiative inspiration instinct intelligence intimidation intuition investigation joker karma lambda long lord loyal
machine mage magister magma mana manipulation maximum messenger minutes motivation mutation myrmidon nation nature
navigation noble note notion notions novice observation ogre orc orientation panache passion patient perception
perfection persuasion points poison portrait positive potion prestige primordial promotion protection prudent question
radiance radiant rage rare ration reptile rounds rune rupture sabotage saboteur sabre science sciences score silence
style substance subterfuge surprise talent talents talisman targe technique techniques temple terrain therian tome trait
traits trident troll troubadour type types verdict vigilance violet zone
"""
UNITS = "h min s m km kg d x"
SAME = frozenset((*ALIKE.split(), *UNITS.split(), "trivial", "champion", "xviii"))
