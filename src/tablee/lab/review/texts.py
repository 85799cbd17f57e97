"""What a report says, French and English side by side. The games bring their own words."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str]] = {
    "title": ("{game} : ce que disent les dés", "{game}: what the dice say"),
    "credit": ("{credit}", "{credit}"),
    "colon": (" : ", ": "),
    "quoted": ("« {what} »", "“{what}”"),
    "and": ("{first} et {last}", "{first} and {last}"),
    "others": ("{n} autre|{n} autres", "{n} other|{n} others"),
    "between": ("de {low} à {high}", "{low} to {high}"),
    "yes": ("oui", "yes"),
    "no": ("non", "no"),
    # ---------------------------------------------------------------- sections
    "contents": ("Sommaire", "Contents"),
    "summary": ("En bref", "In short"),
    "mend": ("Ce que l’on pourrait revoir", "What might be looked at again"),
    "holds": ("Ce que l’on voit", "What can be seen"),
    "tests": ("Les chances des tests", "The chances of tests"),
    "printed": ("Les chiffres imprimés", "The printed figures"),
    "rankings": ("Les tournois", "The tournaments"),
    "raises": ("Ce que vaut un point de plus", "What one more point is worth"),
    "scenes": ("Les scènes prêtes", "The ready scenes"),
    "used": ("Ce qui ne sert jamais", "What is never used"),
    "text": ("Le texte du livre", "The text of the book"),
    "made": ("Comment c’est fait", "How this was made"),
    # ---------------------------------------------------------------- what each of them is
    "tests.what": (
        "Calculées, pas simulées : chaque dé est suivi jusqu’au bout.",
        "Worked out, not simulated: every die is followed to its end.",
    ),
    "printed.what": (
        "Ce que le livre imprime, à côté de ce que ses propres règles donnent. Un chiffre est juste quand il l’est "
        "jusqu’à sa dernière décimale.",
        "What the book prints, beside what its own rules give. A figure is right if it is so up to its last digit.",
    ),
    "rankings.what": (
        "Chaque entrée contre toutes les autres, dans les mains du même combattant, chacun commençant aussi "
        "souvent. Une "
        "victoire compte un point, un combat sans vainqueur un demi. L’intervalle contient la vraie part 95 fois "
        "sur 100. "
        "Qui est premier ou dernier d’un long classement le doit un peu à la chance : où deux intervalles se "
        "recouvrent, l’ordre n’est pas sûr. Seul le duel est jugé : ni le prix, ni la portée, ni ce que l’entrée "
        "permet hors du combat.",
        "Each entry against all others, in the hands of the same fighter, each beginning as often. A win counts one "
        "point, "
        "a fight without a winner a half. The interval holds the true share 95 times in 100. Whoever "
        "is first or last of a long ranking owes it a little to luck: where two intervals overlap the order is not "
        "sure. Only the duel is judged: neither price nor reach, nor what an entry is good for outside a fight.",
    ),
    "raises.what": (
        "Un combattant contre lui-même ({entry}), puis le même avec +{by} : ce que cela change à ses chances de "
        "victoire, en "
        "points de pourcentage. Les deux combats ont les mêmes dés, si bien que la différence est celle du point "
        "seul.",
        "A fighter against himself ({entry}), then the same with +{by}: what that changes of his chance to win, in "
        "percentage points. Both fights have the same dice, so that the difference is that of the point alone.",
    ),
    "scenes.what": (
        "Les scènes livrées avec le jeu, jouées des deux côtés par la tactique simple : une table humaine fera "
        "mieux, "
        "ou autrement.",
        "The scenes that come with the game, played on both sides by the simple tactic: people will do better, or "
        "otherwise.",
    ),
    "used.what": (
        "Les scènes prêtes, parcourues {walks} fois : par la tactique, ou en faisant n’importe quoi de permis. Ce "
        "qui n’a "
        "jamais servi n’est pas faux : c’est peut-être ce qu’une campagne rencontre rarement.",
        "The ready scenes, wandered through {walks} times: by the tactic, or by doing anything that is open. What "
        "was never "
        "used is not wrong: a campaign may simply meet it rarely.",
    ),
    "text.what": (
        "Relevé en lisant le livre règle par règle.",
        "Noted while the book was read rule by rule.",
    ),
    # ---------------------------------------------------------------- what is not there
    "tests.none": (
        "Le jeu ne dit pas quels tests regarder : cette partie est laissée de côté.",
        "The game does not say which tests to look at: this part is left out.",
    ),
    "printed.none": (
        "Aucune probabilité imprimée n’a été relevée dans ce livre : il n’y a rien à comparer.",
        "No printed probability was found in this book: there is nothing to compare.",
    ),
    "rankings.none": (
        "Le jeu n’a rien à opposer en tournoi : cette partie est laissée de côté.",
        "The game has nothing to fight out in a tournament: this part is left out.",
    ),
    "raises.none": (
        "Le jeu ne dit pas ce que l’on peut augmenter : cette partie est laissée de côté.",
        "The game does not say what may be raised: this part is left out.",
    ),
    "scenes.none": (
        "Le jeu n’a pas de scène prête, ou pas de tactique : cette partie est laissée de côté.",
        "The game has no ready scene, or no tactic: this part is left out.",
    ),
    "used.none": (
        "Sans scène prête ni tactique, rien ne peut être parcouru : cette partie est laissée de côté.",
        "Without a ready scene and a tactic nothing can be wandered through: this part is left out.",
    ),
    # ---------------------------------------------------------------- what is found
    "found.flat": (
        "« {title} » : un point de plus ne sert pas toujours. Par exemple, {line}, de {a} à {b}, la chance reste {p} "
        "({rule}) ; {n} pas sont ainsi sans effet sur {of}.",
        "“{title}”: one more point does not always help. For example, {line}, from {a} to {b} the chance stays {p} "
        "({rule}); {n} steps of {of} are without effect.",
    ),
    "found.steady": (
        "« {title} » : chaque point de plus aide, sur toute l’étendue où le test se joue.",
        "“{title}”: every further point helps, wherever the test is in doubt.",
    ),
    "found.printed": (
        "{wrong} des {n} chiffres imprimés s’écartent des règles du livre. Le plus éloigné : « {what} », {printed} "
        "imprimé, "
        "{exact} exactement ({rule}).",
        "{wrong} of the {n} printed figures differ from the rules of the book. The farthest: “{what}”, printed "
        "{printed}, "
        "exactly {exact} ({rule}).",
    ),
    "found.right": (
        "Le chiffre imprimé est exact.|Les {n} chiffres imprimés sont exacts.",
        "The printed figure is exact.|All {n} printed figures are exact.",
    ),
    "found.ranking": (
        "{kind} : en duel, {best} obtient {high} des points ({high_interval}), {worst} {low} ({low_interval}).",
        "{kind}: in a duel {best} gets {high} of the points ({high_interval}), {worst} {low} ({low_interval}).",
    ),
    "found.dominated": (
        "{kind} : {n} entrée est dominée, c’est-à-dire battue à coup sûr par une autre qui fait au moins aussi bien "
        "contre "
        "toutes : {names}.|{kind} : {n} entrées sont dominées, c’est-à-dire battues à coup sûr par une autre qui "
        "fait au "
        "moins aussi bien contre toutes : {names}.",
        "{kind}: {n} entry is dominated, that is, surely beaten by another that does at least as well against all: "
        "{names}.|{kind}: {n} entries are dominated, that is, surely beaten by another that does at least as well "
        "against "
        "all: {names}.",
    ),
    "found.undominated": (
        "{kind} : aucune entrée n’est à coup sûr dominée par une autre.",
        "{kind}: no entry is surely dominated by another.",
    ),
    "found.worth": (
        "À égalité, +{by} en {name} vaut {points} points de pourcentage de victoires ({interval}) : c’est la plus "
        "forte différence mesurée en duel.",
        "All else equal, +{by} in {name} is worth {points} percentage points of wins ({interval}): the largest "
        "difference measured in a duel.",
    ),
    "found.worthless": (
        "En duel, sur {n} paires de combats, +{by} en {names} ne montre pas de différence sûre.",
        "In a duel, over {n} pairs of fights, +{by} in {names} shows no difference that is sure.",
    ),
    "found.harmful": (
        "En duel, +{by} en {name} fait perdre : {points} points de pourcentage ({interval}).",
        "In a duel +{by} in {name} makes one lose: {points} percentage points ({interval}).",
    ),
    "found.lopsided": (
        "{n} scène prête sur {of} est presque jouée d’avance, un camp gagnant plus de neuf fois sur dix : "
        "{names}.|{n} scènes "
        "prêtes sur {of} sont presque jouées d’avance, un camp gagnant plus de neuf fois sur dix : {names}.",
        "{n} ready scene of {of} is almost decided beforehand, one side winning more than nine times in ten: "
        "{names}.|{n} "
        "ready scenes of {of} are almost decided beforehand, one side winning more than nine times in ten: {names}.",
    ),
    "found.open": (
        "{n} scène prête sur {of} reste ouverte.|{n} scènes prêtes sur {of} restent ouvertes.",
        "{n} ready scene of {of} is open to the end.|{n} ready scenes of {of} are open to the end.",
    ),
    "found.used": (
        "{used} des {of} règles qui se jouent ont servi dans les scènes prêtes ; {never} n’y servent jamais.",
        "{used} of the {of} rules that can be played were used in the ready scenes; {never} never are.",
    ),
    "found.examples": (
        "{n} exemple du livre ne suit pas ses règles : {names}.|{n} exemples du livre ne suivent pas ses règles : "
        "{names}.",
        "{n} example of the book does not follow its rules: {names}.|{n} examples of the book do not follow its "
        "rules: "
        "{names}.",
    ),
    "found.examples.right": (
        "L’exemple chiffré du livre suit ses règles.|Les {n} exemples chiffrés du livre suivent ses règles.",
        "The worked example of the book follows its rules.|All {n} worked examples of the book follow its rules.",
    ),
    "found.undefined": (
        "{n} chose est nommée sans être définie.|{n} choses sont nommées sans être définies.",
        "{n} thing is named and not defined.|{n} things are named and not defined.",
    ),
    "found.ambiguous": (
        "{n} règle sur {of} se lit de plusieurs façons ; Tablée dit laquelle elle a prise.|{n} règles sur {of} se "
        "lisent de "
        "plusieurs façons ; Tablée dit laquelle elle a prise.",
        "{n} rule of {of} can be read in several ways; Tablée says which one it took.|{n} rules of {of} can be read "
        "in several "
        "ways; Tablée says which one it took.",
    ),
    # ---------------------------------------------------------------- figures and tables
    "axis.chance": ("chance", "chance"),
    "axis.share": ("part des points", "share of the points"),
    "axis.points": ("points de pourcentage de victoires", "percentage points of wins"),
    "axis.wins": ("part des victoires", "share of the wins"),
    "axis.rules": ("règles", "rules"),
    "axis.figure": ("valeur", "value"),
    "legend.printed": ("imprimé", "printed"),
    "legend.exact": ("exact", "exact"),
    "legend.used": ("ont servi", "used"),
    "legend.never": ("jamais", "never"),
    "legend.none": ("sans vainqueur", "no winner"),
    "column.what": ("Quoi", "What"),
    "column.printed": ("Imprimé", "Printed"),
    "column.exact": ("Exact", "Exact"),
    "column.off": ("Écart", "Off by"),
    "column.rule": ("Règle", "Rule"),
    "column.right": ("Juste", "Right"),
    "column.entry": ("Entrée", "Entry"),
    "column.rate": ("Part", "Share"),
    "column.interval": ("Intervalle à 95 %", "95% interval"),
    "column.dominated": ("Dominée par", "Dominated by"),
    "column.point": ("+{by} en", "+{by} in"),
    "column.worth": ("Points", "Points"),
    "column.spared": ("Combats épargnés", "Fights spared"),
    "column.scene": ("Scène", "Scene"),
    "column.side": ("Camp", "Side"),
    "column.wins": ("Victoires", "Wins"),
    "column.fallen": ("Tombés", "Fallen"),
    "column.rounds": ("Rounds", "Rounds"),
    "column.chapter": ("Chapitre", "Chapter"),
    "column.used": ("Ont servi", "Used"),
    "column.never": ("Jamais", "Never"),
    "times": ("{n} fois", "{n} times"),
    "ranking.each": (
        "{n} combat par rencontre|{n} combats par rencontre",
        "{n} fight of each pairing|{n} fights of each pairing",
    ),
    "ranking.ends": (
        "Les premiers et les derniers de {n} ; le tableau les a tous.",
        "The first and the last of {n}; the table has them all.",
    ),
    "whole": ("Le tableau entier", "The whole table"),
    "never.rules": ("{n} règle|{n} règles", "{n} rule|{n} rules"),
    "never.actions": ("{n} action sur {of}|{n} actions sur {of}", "{n} action of {of}|{n} actions of {of}"),
    "never.things": (
        "{n} entrée des catalogues sur {of}|{n} entrées des catalogues sur {of}",
        "{n} entry of the catalogues of {of}|{n} entries of the catalogues of {of}",
    ),
    "scene.unfit": ("ne se combat pas telle quelle", "cannot be fought as it is"),
    "example": ("lignes {lines}", "lines {lines}"),
    "made.what": (
        "Écrit par « {command} » (Tablée, règles de {game} version {version}). La même graine redonne les mêmes "
        "chiffres, quel "
        "que soit le nombre de processus. Les combats sont joués par les règles mêmes qui tiennent la table ; les "
        "intervalles "
        "sont ceux de Wilson pour une part, d’Agresti et Min pour une différence de paires.",
        "Written by “{command}” (Tablée, rules of {game} version {version}). The same seed gives the same figures "
        "again, "
        "whatever the number of processes. Fights are fought by the very rules that keep the table; intervals are "
        "Wilson’s "
        "for a share, Agresti and Min’s for a difference of pairs.",
    ),
    "made.fights": (
        "{n} combats au moins pour chaque question, graine {seed}.",
        "At least {n} fights for each question, seed {seed}.",
    ),
    "notes.whole": (
        "Le rapport entier, avec ses figures, s’obtient par la même commande.",
        "The whole report, with its pictures, is written by the same command.",
    ),
}
