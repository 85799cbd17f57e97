"""What the command says itself, French and English side by side. The games bring their own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.kernel import figures
from tablee.kernel.typography import as_figure, typeset
from tablee.kernel.words import LANGUAGES

TEXTS: dict[str, tuple[str, str]] = {
    # ---------------------------------------------------------------- help
    "help.app": (
        "Des jeux de rôle français, un seul moteur : jouer, comprendre, connaître les chances exactes.",
        "French role-playing games, one engine: play, understand, know the exact odds.",
    ),
    "help.games": ("Les jeux installés.", "The games that are installed."),
    "help.actions": (
        "Ce qu'on peut faire dans un jeu, ou une action avec ses paramètres et ce qui la ferme.",
        "What can be done in a game, or one action with its parameters and what closes it.",
    ),
    "help.arg.reference": ("une action, une question ou un événement", "an action, a question or an event"),
    "actions.none": (
        "{game} n'a ni action, ni question, ni événement « {name} » ; les plus proches : {near}.",
        '{game} has no action, question or event "{name}"; the nearest: {near}.',
    ),
    "actions.master": ("maître du jeu", "game master"),
    "actions.more": (
        "{n} actions ; « tablee actions {game} NOM » en montre une entière.",
        '{n} actions; "tablee actions {game} NAME" shows one whole.',
    ),
    "help.rules": ("Chercher dans les règles d'un jeu.", "Search the rules of a game."),
    "help.new": (
        "Créer un personnage, pas à pas, d'un fichier ou au hasard.",
        "Make a character: guided, from a file or at random.",
    ),
    "help.sheet": ("Montrer la fiche d'un personnage.", "Show a character's sheet."),
    "help.odds": ("Les chances exactes d'une action.", "The exact odds of one action."),
    "help.do": ("Jouer une action et l'expliquer.", "Play one action and explain it."),
    "help.run": (
        "Jouer des scénarios et comparer à ce qui est attendu.",
        "Play scenarios and compare with what they expect.",
    ),
    "help.fight": ("Livrer le même combat un grand nombre de fois.", "Fight the same fight a great many times."),
    "help.play": ("Jouer à table, dans le terminal.", "Play at the table, in the terminal."),
    "help.print": (
        "Une fiche, les blocs de toute une scène, ou des règles en cartes : un PDF.",
        "A sheet, blocks of a whole scene, or rules as cards: a PDF.",
    ),
    "help.arg.print": (
        "Un fichier de personnage ou de scène, une scène prête (jeu/scène) ; avec --rules, un jeu.",
        "A file of a character or a scene, a ready scene (game/scene); with --rules, a game.",
    ),
    "help.arg.print.words": (
        "Avec --rules : les mots que portent ces règles.",
        "With --rules: words these rules hold.",
    ),
    "help.opt.blocks": (
        "Un bloc par personne, ou une fiche entière (sans rien dire : des blocs dès qu'il y a plusieurs personnes).",
        "A block for each, or whole sheets (left out: blocks as soon as there are several).",
    ),
    "help.opt.rules": ("Imprimer les règles d'un jeu.", "Print the rules of a game."),
    "print.done": ("Écrit : {path}", "Written: {path}"),
    "help.serve": ("Tenir la table en ligne : le serveur.", "Keep the live table: the server."),
    "help.demo": (
        "Un serveur de démonstration : une campagne de chaque jeu, en pleine partie.",
        "A demonstration server: a campaign of every game, in full play.",
    ),
    "help.backup": (
        "Sauvegarder toutes les campagnes, même pendant que le serveur tourne.",
        "Save all campaigns, even while the server runs.",
    ),
    "help.restore": (
        "Revenir à une sauvegarde ; le présent est d'abord sauvegardé.",
        "Go back to a backup; the present is saved first.",
    ),
    "help.export": (
        "Écrire une campagne entière dans un fichier ; sans campagne : leur liste.",
        "Write a whole campaign to a file; without a campaign: their list.",
    ),
    "help.import": ("Ajouter une campagne depuis son fichier.", "Add a campaign from its file."),
    "help.upgrade": (
        "Dire ce que les règles présentes changent aux campagnes jouées sous d'autres, et les faire jouer sous elles.",
        "Say what the present rules change of campaigns played under others, and have them played under these.",
    ),
    "help.opt.check": ("Seulement le dire.", "Only say it."),
    "help.arg.file": ("Le fichier à lire.", "The file to read."),
    "help.arg.campaign": ("L'identifiant d'une campagne.", "The id of a campaign."),
    "help.arg.game": ("Un jeu, voir « tablee games ».", 'A game, see "tablee games".'),
    "help.arg.words": (
        "Des mots ou le numéro d'une règle ; rien : toutes.",
        "Words, or the number of a rule; nothing: all.",
    ),
    "help.arg.action": ("L'action, par son nom.", "The action, by name."),
    "help.arg.pairs": ("Ses paramètres : clé=valeur.", "Its parameters: key=value."),
    "help.arg.sheet": ("Un personnage écrit par « tablee new ».", 'A character written by "tablee new".'),
    "help.arg.scenarios": ("Des scénarios (TOML).", "Scenarios (TOML)."),
    "help.arg.scene": (
        "Une scène (TOML), un personnage (JSON), une démonstration, un jeu ou JEU/DÉMO.",
        "A scene (TOML), a character (JSON), a demonstration, a game or GAME/DEMO.",
    ),
    "help.opt.lang": ("La langue : fr ou en (ou TABLEE_LANG).", "The language: fr or en (or TABLEE_LANG)."),
    "help.opt.version": ("La version.", "The version."),
    "help.opt.random": ("Au hasard, d'un coup.", "At random, at once."),
    "help.opt.seed": (
        "La graine du hasard : même graine, même résultat.",
        "The seed of chance: same seed, same result.",
    ),
    "help.opt.from": (
        "Un point de départ du jeu, tel quel ; un nom inconnu dit lesquels il y a.",
        "One of the game's starts, as it is; an unknown name tells which there are.",
    ),
    "help.opt.option": ("Une option du livre ; peut se répéter.", "An option of the book; may be repeated."),
    "help.opt.draft": ("Un brouillon (JSON ou TOML).", "A draft (JSON or TOML)."),
    "help.opt.out": ("Le fichier à écrire.", "The file to write."),
    "help.opt.explain": ("Ouvrir chaque nombre en sa somme.", "Open every number into its sum."),
    "help.opt.scene": (
        "La scène : un fichier (scène, personnage, ou ce que « do --json » écrit), ou une démonstration.",
        'The scene: a file (a scene, a character, or what "do --json" writes), or a demonstration.',
    ),
    "help.opt.look": ("Ce qu'on veut savoir du résultat.", "What to know of the outcome."),
    "help.opt.json": ("En JSON.", "As JSON."),
    "help.opt.exact": ("Des fractions exactes.", "Exact fractions."),
    "help.opt.tactic": ("La tactique qui joue et répond.", "The tactic that plays and answers."),
    "help.opt.dice": ("Les dés, dans l'ordre : 3,10,7.", "The dice, in order: 3,10,7."),
    "help.opt.answers": ("Les réponses, dans l'ordre : a,b.", "The answers, in order: a,b."),
    "help.opt.n": ("Le nombre de combats.", "How many fights."),
    "help.opt.jobs": (
        "Le nombre de processus ; par défaut un par cœur.",
        "How many processes; one for each core by default.",
    ),
    "help.opt.cluster": (
        "L’adresse d’une grappe Dask ; « local » en ouvre une ici.",
        'The address of a Dask cluster; "local" starts one here.',
    ),
    "help.opt.until": (
        "Livrer des combats jusqu’à ce que l’intervalle soit aussi étroit : 0.01.",
        "Go on until the interval is this narrow: 0.01.",
    ),
    "help.opt.cost": ("Compter aussi ce que le combat coûte.", "Count what the fight costs, too."),
    "help.opt.resume": ("Reprendre les combats interrompus.", "Go on with fights that were broken off."),
    "help.opt.set": ("Un changement : people.alix.fiche.FOR=+1.", "A change: people.alix.fiche.FOR=+1."),
    "help.opt.over": (
        "Une valeur à faire varier : CHEMIN=1..10 ou CHEMIN=a,b.",
        "A value to vary: PATH=1..10 or PATH=a,b.",
    ),
    "help.opt.side": (
        "Le camp que l’on regarde ; par défaut le premier.",
        "The side to look at; the first by default.",
    ),
    "help.tournament": (
        "Tout ce qui est d’un genre contre tout le reste : armes, créatures…",
        "Everything of a kind against everything: weapons, creatures…",
    ),
    "help.arg.kind": (
        "Le genre : armes, ou ceux que l’on appelle dans une scène (pret, creature…).",
        "The kind: armes, or those who are called into a scene (pret, creature…).",
    ),
    "help.coverage": (
        "Ce qui sert d’un livre : règles, actions et catalogues, au fil de scènes simulées.",
        "What of a book is used: rules, actions and catalogues, over simulated scenes.",
    ),
    "help.report": (
        "Un rapport à l’auteur d’un livre : chances, tournois, ce que vaut un point, ce qui ne sert jamais.",
        "A report to the author of a book: odds, tournaments, what a point is worth, what is never used.",
    ),
    "help.opt.folder": (
        "Le dossier où écrire le rapport : une page (HTML), un résumé (Markdown), ses chiffres (JSON).",
        "The folder to write the report to: a page (HTML), a summary (Markdown), its figures (JSON).",
    ),
    "help.opt.known": (
        "Les chiffres (JSON) d’un rapport déjà fait, à récrire sans rien refaire.",
        "The figures (JSON) of an earlier report, to be written again without any fight.",
    ),
    "help.opt.walks": ("Le nombre de scènes parcourues.", "How many scenes are walked through."),
    "help.check": (
        "Vérifier qu’un jeu tient son contrat : ce qui ne va pas, où, et comment y remédier.",
        "Check that a game keeps its contract: what is wrong, where, and how to mend it.",
    ),
    "help.opt.rounds": (
        "Le nombre de combats de chaque scène prête (4).",
        "How many fights of each ready scene (4).",
    ),
    "help.opt.quick": ("Un combat de chaque scène prête.", "One fight of each ready scene."),
    "help.opt.seconds": (
        "Le temps laissé à chaque vérification, en secondes (120).",
        "The time each check is given, in seconds (120).",
    ),
    "help.new_game": (
        "Commencer un jeu à soi : un paquet qui se charge, se joue et se vérifie.",
        "Begin a game of your own: a package that loads, plays and is checked.",
    ),
    "help.arg.name": ("Le nom du jeu : lettres minuscules et « _ ».", 'The name of the game: small letters and "_".'),
    "help.opt.game_folder": ("Le dossier où l’écrire.", "The folder to write it in."),
    "help.compare": (
        "Deux scènes avec la même chance : ce que vaut leur différence.",
        "Two scenes with the same luck: what their difference is worth.",
    ),
    "help.sweep": (
        "Faire varier une ou deux valeurs d’une scène : une courbe ou une carte.",
        "Vary one or two values of a scene: a curve or a heat map.",
    ),
    "help.opt.host": (
        "L'adresse d'écoute ; une autre que 127.0.0.1 ouvre le serveur à qui peut l'atteindre.",
        "The address to listen at; another than 127.0.0.1 opens the server to whoever can reach it.",
    ),
    "help.opt.lan": (
        "Ouvre le serveur aux appareils de la maison, et donne l'adresse à leur dire.",
        "Open the server to the devices of the house, and say the address to give them.",
    ),
    "help.opt.port": ("Le port ; 0 : un port libre.", "The port; 0: any that is free."),
    "help.opt.port.demo": (
        "Le port ; sans lui, 8765 ou un port libre.",
        "The port; without it, 8765 or any that is free.",
    ),
    "help.opt.data": ("Le dossier des données.", "The folder of the data."),
    "help.opt.data.demo": (
        "Le dossier des campagnes, qu'on retrouvera ; sans lui, un dossier neuf.",
        "The folder of the campaigns, to be found again; without it, a new one.",
    ),
    "help.opt.browser": (
        "Ouvrir le navigateur à la première table, s'il y en a un.",
        "Open the browser at the first table, where there is one.",
    ),
    "help.opt.database": (
        "Une base PostgreSQL, au lieu du fichier : postgresql://…",
        "A PostgreSQL database in place of the file: postgresql://…",
    ),
    "help.opt.proxy": (
        "L'adresse d'un serveur mandataire (Caddy, nginx) : lui seul est cru sur d'où viennent les demandes.",
        "The address of a proxy (Caddy, nginx): it alone is believed on where requests come from.",
    ),
    "help.opt.workers": (
        "Le nombre de processus (PostgreSQL seulement).",
        "How many processes (PostgreSQL only).",
    ),
    "help.opt.judges": (
        "Le nombre de processus qui jugent les rencontres et jouent les créatures ; 0 : aucun.",
        "How many processes judge encounters and play creatures; 0: none.",
    ),
    "help.opt.help": ("Montrer cette aide.", "Show this help."),
    "help.panel.commands": ("Commandes", "Commands"),
    "help.panel.options": ("Options", "Options"),
    "help.panel.arguments": ("Arguments", "Arguments"),
    "help.required": ("[obligatoire]", "[required]"),
    "help.default": ("[sinon : {}]", "[default: {}]"),
    # ---------------------------------------------------------------- words
    "yes": ("oui", "yes"),
    "no": ("non", "no"),
    "colon": (" : ", ": "),
    "others": ("autres", "others"),
    "gm": ("MJ", "GM"),
    "by_hand": ("à la main", "by hand"),
    "dice": ("dés", "dice"),
    "sum": ("somme", "sum"),
    "rule": ("règle", "rule"),
    "mean": ("moyenne", "mean"),
    "spread": ("écart type", "standard deviation"),
    "quantiles": ("5-25-50-75-95 %", "5-25-50-75-95%"),
    "nobody": ("personne", "nobody"),
    "nothing": ("rien", "nothing"),
    # ---------------------------------------------------------------- games and rules
    "games.id": ("jeu", "game"),
    "games.name": ("titre", "title"),
    "games.credit": ("auteur", "credit"),
    "games.rules": ("règles", "rules"),
    "games.count": ("{n} règle|{n} règles", "{n} rule|{n} rules"),
    "games.advice": ("{n} conseil|{n} conseils", "{n} guideline|{n} guidelines"),
    "games.state": ("état", "state"),
    "games.complete": ("complet", "complete"),
    "games.partial": ("en cours", "under way"),
    "games.none": ("Aucun jeu n'est installé.", "No game is installed."),
    "rules.none": ("Aucune règle de {game} ne contient « {words} ».", 'No rule of {game} contains "{words}".'),
    "rules.count": ("{n} règle|{n} règles", "{n} rule|{n} rules"),
    "rules.ambiguity": ("Ce que le livre laisse ouvert, et notre lecture", "What the book leaves open, and our ruling"),
    "rules.see": ("voir {ids}", "see {ids}"),
    "rules.written": ("écrit dans {places}", "written in {places}"),
    "rules.elsewhere": (" et {n} autres lignes", " and {n} more lines"),
    "rules.option": ("règle optionnelle, {state}", "optional rule, {state}"),
    "rules.switch": ("option « {id} » d'une scène : {what}", 'option "{id}" of a scene: {what}'),
    "rules.on": ("active par défaut", "on by default"),
    "rules.off": ("inactive par défaut", "off by default"),
    # ---------------------------------------------------------------- odds
    "odds.chance": ("Chance", "Chance"),
    "odds.lost": ("branches négligées : {lost:.1g}", "branches left out: {lost:.1g}"),
    "odds.simulated": (
        "≈ {n} tirages : trop de branches pour un calcul exact",
        "≈ {n} draws: too many branches for an exact figure",
    ),
    "odds.working": ("calcul…", "working it out…"),
    "odds.answers": ("réponses : {tactic}", "answers: {tactic}"),
    "odds.first": ("la première option", "the first option"),
    "odds.whole": ("--look NOM montre chaque valeur", "--look NAME shows every value"),
    "play.whole": ("o {n} {look} montre chaque valeur", "o {n} {look} shows every value"),
    "odds.below": ("{n} et moins", "{n} or less"),
    "odds.above": ("{n} et plus", "{n} or more"),
    "odds.to": ("{low} à {high}", "{low} to {high}"),
    "odds.no_looks": (
        "« {action} » n'a pas d'issue à mesurer : rien n'y est tiré au sort.",
        '"{action}" has no outcome to measure: nothing in it is left to chance.',
    ),
    "odds.unknown_look": (
        "« {look} » n'est pas un regard de cette action ; regards : {known}.",
        '"{look}" is not a look of this action; looks: {known}.',
    ),
    # ---------------------------------------------------------------- errors of the command line
    "error.language": (
        "langue inconnue « {lang} » ; langues : fr, en.",
        'unknown language "{lang}"; languages: fr, en.',
    ),
    "error.pair": ("« {pair} » : il faut clé=valeur.", '"{pair}": key=value is expected.'),
    "error.pair_twice": ("« {key} » est donné deux fois.", '"{key}" is given twice.'),
    "error.action": (
        "{game} n'a pas d'action « {action} » ; actions : {known}.",
        '{game} has no action "{action}"; actions: {known}.',
    ),
    "error.key": (
        "« {action} » n'a pas de clé « {key} » ; clés : {known}.",
        '"{action}" has no key "{key}"; keys: {known}.',
    ),
    "error.missing": ("« {action} » demande {missing} ; clés : {known}.", '"{action}" needs {missing}; keys: {known}.'),
    "error.example": (" Par exemple : « {example} ».", ' For instance: "{example}".'),
    "error.value": (
        "{key} : il faut {expected}, pas « {value} ».",
        '{key}: {expected} is expected, not "{value}".',
    ),
    "error.nobody": (
        "personne ne peut faire « {action} » : il n'y a personne dans cette scène.",
        'nobody can do "{action}": there is nobody in this scene.',
    ),
    "error.person": (
        "Personne ne s'appelle « {who} » dans cette scène ; il y a : {known}.",
        'Nobody is called "{who}" in this scene; there are: {known}.',
    ),
    "error.scene": (
        "« {scene} » n'est ni un fichier ni une scène prête ; scènes : {known}.",
        '"{scene}" is neither a file nor a ready scene; scenes: {known}.',
    ),
    "error.commands": ("Commandes : {known}.", "Commands: {known}."),
    "error.closed": ("{action} : {why}", "{action}: {why}"),
    "error.tactic": (
        "{game} n'a pas de tactique « {tactic} » ; tactiques : {known}.",
        '{game} has no tactic "{tactic}"; tactics: {known}.',
    ),
    "error.no_tactic": ("{game} n'a pas encore de tactique.", "{game} has no tactic yet."),
    "error.dice": (
        "--dice : des entiers séparés par des virgules, pas « {dice} ».",
        '--dice: whole numbers and commas, not "{dice}".',
    ),
    "error.no_demo": (
        "{game} n'a pas de scène de démonstration : donnez un fichier.",
        "{game} has no demonstration scene: give a file.",
    ),
    "error.demo": (
        "« {name} » n'est ni un fichier ni une démonstration de {game} ; démonstrations : {known}.",
        '"{name}" is neither a file nor a demonstration of {game}; demonstrations: {known}.',
    ),
    "error.other_game": (
        "{name} est une scène de « {found} », pas de « {wanted} ».",
        '{name} is a scene of "{found}", not of "{wanted}".',
    ),
    "error.no_file": ("{path} : ce fichier n'existe pas.", "{path}: there is no such file."),
    "error.directory": ("{path} : c'est un dossier.", "{path}: this is a directory."),
    "error.unreadable": ("{path} : illisible ({why}).", "{path}: unreadable ({why})."),
    "error.unwritable": ("{path} : impossible d'écrire ({why}).", "{path}: cannot be written ({why})."),
    "error.is_directory": ("c'est un dossier", "this is a directory"),
    "error.output": ("impossible d'écrire le résultat ({why}).", "the result cannot be written ({why})."),
    "error.format": ("{path} : ce n'est pas du {format} ({why}).", "{path}: this is not {format} ({why})."),
    "error.no_sheet": (
        "{game} ne sait pas encore montrer un personnage hors d'une scène.",
        "{game} cannot yet show a character outside a scene.",
    ),
    "error.database": (
        "« {url} » : il faut une adresse postgresql://… ou sqlite:///…",
        '"{url}": an address postgresql://… or sqlite:///… is expected.',
    ),
    "error.proxy": (
        "« {address} » n'est pas l'adresse d'un serveur mandataire : donnez 127.0.0.1, ou un réseau comme 10.0.0.0/8.",
        '"{address}" is not the address of a proxy: give 127.0.0.1, or a network such as 10.0.0.0/8.',
    ),
    "error.lan": (
        "--lan écoute déjà sur toutes les adresses de cette machine : ôtez --host {host}, ou ôtez --lan.",
        "--lan listens at all addresses of this machine already: leave out --host {host}, or --lan.",
    ),
    "error.workers": (
        "plusieurs processus demandent PostgreSQL (--database postgresql://…) ; un fichier n'en sert qu'un.",
        "several processes need PostgreSQL (--database postgresql://…); a file serves one.",
    ),
    "error.listen": ("{host}:{port} : impossible d'écouter ({why}).", "{host}:{port}: cannot listen ({why})."),
    "serve.at": (
        "La table est ouverte : {url}\nCtrl-C pour arrêter.",
        "The table is open: {url}\nCtrl-C to stop.",
    ),
    "serve.open": (
        "Attention : quiconque atteint cette adresse voit le serveur et peut y créer une campagne, et sans https tout"
        " passe en clair. Hors d'un réseau sûr, mettez un serveur https devant.",
        "Note: whoever can reach this address sees the server and may make a campaign on it, and without https all"
        " can be read on its way. Outside a network you trust, put an https server before it.",
    ),
    "demo.folder": ("Les campagnes sont dans {path}.", "The campaigns are in {path}."),
    "demo.first": (
        "Ouvrez ce lien dans un navigateur. Vous êtes {name}, et un combat est en cours : {title}",
        "Open this link in a browser. You are {name}, and a fight is under way: {title}",
    ),
    "demo.others": (
        "Les autres places. À une même table, chacune veut son navigateur (ou une fenêtre privée, ou un téléphone).",
        "The other seats. At one table each wants a browser of its own (or a private window, or a phone).",
    ),
    "demo.member": ("  {name} : {url}", "  {name}: {url}"),
    "demo.plays": ("  {name} ({who}) : {url}", "  {name} ({who}): {url}"),
    "demo.turn": ("  {name} ({who}, dont c'est le tour) : {url}", "  {name} ({who}, whose turn it is): {url}"),
    "demo.name": ("La MJ", "The GM"),
    "demo.players": ("Alix, Noé", "Alix, Noah"),
    "demo.welcome": (
        "Bienvenue à la table ! Chaque bouton dit ses chances, chaque nombre s'ouvre, et tout s'annule.",
        "Welcome to the table! Every button tells its odds, every number opens, and everything can be undone.",
    ),
    "demo.whisper": ("Mon personnage a un secret.", "My character has a secret."),
    "backup.made": ("Sauvegardé dans {path}", "Saved to {path}"),
    "backup.saved": ("Le présent a été sauvegardé dans {path}", "The present was saved to {path}"),
    "backup.restored": ("Revenu à {path}", "Back at {path}"),
    "export.one": ("{id}  {title} ({game}), {last} entrées", "{id}  {title} ({game}), {last} entries"),
    "export.written": ("Écrit dans {path}", "Written to {path}"),
    "upgrade.none": (
        "Toutes les campagnes sont jouées sous les règles présentes.",
        "All campaigns are played under the present rules.",
    ),
    "upgrade.one": (
        "{title} ({game}, {id}) : règles {then}, présentes : {now}",
        "{title} ({game}, {id}): rules {then}, present: {now}",
    ),
    "upgrade.unread": ("pas compris : {path} = {value} ({why})", "not understood: {path} = {value} ({why})"),
    "upgrade.figure": ("{name}, {label} : {before} → {after}", "{name}, {label}: {before} → {after}"),
    "upgrade.actions_gone": ("actions disparues : {names}", "actions gone: {names}"),
    "upgrade.actions_new": ("actions nouvelles : {names}", "actions new: {names}"),
    "upgrade.options_gone": ("options disparues : {names}", "options gone: {names}"),
    "upgrade.options_new": ("options nouvelles : {names}", "options new: {names}"),
    "upgrade.same": (
        "aucun chiffre, aucune action, aucune option ne change",
        "no figure, no action and no option changes",
    ),
    "upgrade.unknown": (
        "rien n'a été gardé de ses chiffres d'avant : on ne peut dire lesquels changent",
        "nothing was kept of its figures before: which of them change cannot be told",
    ),
    "upgrade.done": (
        "  jouée maintenant sous les règles présentes ; le maître du jeu peut l'annuler",
        "  now played under the present rules; the game master can undo it",
    ),
    "upgrade.checked": (
        "Rien n'a été changé. « tablee upgrade » (sans --check) ou le maître du jeu, sur sa page, l'accepte.",
        'Nothing was changed. "tablee upgrade" (without --check) or the game master, on their page, accepts it.',
    ),
    "import.held": (
        "Les règles présentes ne comprennent pas tout de cette campagne : rien n'y est joué avant que son maître du "
        "jeu ait décidé comment continuer (sa page, « Règles »).",
        "The present rules do not understand all of this campaign: nothing is played in it before its game master has "
        'decided how to go on (their page, "Rules").',
    ),
    "import.done": (
        "Campagne {campaign} ajoutée. Chacun revient par son nom et sa phrase secrète :",
        "Campaign {campaign} added. Everybody comes back by name and passphrase:",
    ),
    "error.version": (
        "{path} est de la version {version} ; cette Tablée lit jusqu'à la version {known}.",
        "{path} is of version {version}; this Tablée reads up to version {known}.",
    ),
    "error.exists": ("{path} existe déjà ; rien n'a été écrit.", "{path} exists already; nothing was written."),
    "error.no_database": ("impossible d'ouvrir la base ({why}).", "the database cannot be opened ({why})."),
    "error.together": ("{a} et {b} ne vont pas ensemble.", "{a} and {b} do not go together."),
    "error.needs": ("{a} demande {b}.", "{a} needs {b}."),
    "error.least": ("{what} : au moins {least}.", "{what}: at least {least}."),
    "error.bug": (
        "erreur inattendue : {why} (TABLEE_DEBUG=1 montre la trace).",
        "unexpected error: {why} (TABLEE_DEBUG=1 shows the trace).",
    ),
    "type.int": ("un entier", "a whole number"),
    "type.float": ("un nombre", "a number"),
    "type.str": ("un texte", "a text"),
    "type.bool": ("oui ou non", "yes or no"),
    "type.list": ("une liste a,b,c", "a list a,b,c"),
    "type.list_of": ("une liste a,b,c, chacun {item}", "a list a,b,c, each {item}"),
    "type.table": ("une table JSON", "a JSON table"),
    "type.literal": ("l'un de {values}", "one of {values}"),
    "type.from": ("{type} à partir de {low}", "{type} from {low}"),
    "type.to": ("{type} jusqu'à {high}", "{type} up to {high}"),
    "type.between": ("{type} de {low} à {high}", "{type} from {low} to {high}"),
    "type.or": (" ou ", " or "),
    "type.none": ("rien", "nothing"),
    "type.empty": ("rien", "nothing"),
    # ---------------------------------------------------------------- do and run
    "do.seed": ("graine {seed}", "seed {seed}"),
    "do.next": ("C'est maintenant à {name} d'agir.", "It is now for {name} to act."),
    "do.default": ("sans réponse, « {question} » : {answer}", 'not answered, "{question}": {answer}'),
    "do.left_over": ("note : {what}", "note: {what}"),
    "run.step": ("étape {n}", "step {n}"),
    "run.refused": ("refusé : {why}", "refused: {why}"),
    "run.same": ("tout est comme attendu", "all is as expected"),
    "run.differences": ("{n} différence", "{n} difference"),
    "run.differences_n": ("{n} différences", "{n} differences"),
    "run.no_steps": ("une scène sans étape : rien à jouer", "a scene without steps: nothing to play"),
    # ---------------------------------------------------------------- fight
    "fight.progress": ("combats", "fights"),
    "fight.done": (
        "{n} combat · graine {seed} · tactique {tactic}|{n} combats · graine {seed} · tactique {tactic}",
        "{n} fight · seed {seed} · tactic {tactic}|{n} fights · seed {seed} · tactic {tactic}",
    ),
    "fight.side": ("camp", "side"),
    "fight.wins": ("victoires", "wins"),
    "fight.rate": ("part", "share"),
    "fight.interval": ("à 95 %", "at 95%"),
    "fight.fallen": ("tombés", "fallen"),
    "fight.draws": ("sans vainqueur", "without a winner"),
    "fight.unfinished": (
        "arrêtés à {limit} actions ou {rounds} rounds",
        "given up after {limit} actions or {rounds} rounds",
    ),
    "fight.rounds": (
        "rounds : {mean} en moyenne, de {low} à {high} dans 90 % des cas, médiane {median}",
        "rounds: {mean} on average, {low} to {high} in 90% of the fights, median {median}",
    ),
    "fight.pace": ("{pace} actions par seconde", "{pace} actions a second"),
    "fight.most": ("tombent le plus", "fall most"),
    "fight.cost": ("{side} : {points} {pool} par combat", "{side}: {points} {pool} a fight"),
    "fight.until": (
        "--until : une largeur entre 0 et 1 est attendue, pas {until}.",
        "--until: a width between 0 and 1 is expected, not {until}.",
    ),
    "fight.kept": (
        "{n} combat livré et gardé ; « --resume » continue.|{n} combats livrés et gardés ; « --resume » continue.",
        '{n} fight fought and kept; "--resume" goes on.|{n} fights fought and kept; "--resume" goes on.',
    ),
    "fight.nothing_kept": (
        "rien n’a été interrompu pour cette scène et cette tactique.",
        "nothing was broken off for this scene and this tactic.",
    ),
    "fight.other_seed": (
        "les combats gardés sont ceux de la graine {kept}, pas {seed}.",
        "the fights that were kept are those of seed {kept}, not {seed}.",
    ),
    "fight.never_ends": (
        "aucun des premiers combats ne finit : tous dépassent {limit} actions ou {rounds} rounds.",
        "none of the first fights comes to an end: all take more than {limit} actions or {rounds} rounds.",
    ),
    "fight.not_open": (
        "la tactique fait ce qui est fermé : {action} ({why}).",
        "the tactic does what is closed: {action} ({why}).",
    ),
    "fight.no_dask": (
        "une grappe demande Dask : pip install 'tablee[lab]'.",
        "a cluster takes Dask: pip install 'tablee[lab]'.",
    ),
    "fight.no_cluster": (
        "la grappe ne répond pas à « {address} » ; une adresse : tcp://hôte:port"
        " (« --cluster {local} » en ouvre une ici).",
        'the cluster does not answer at "{address}"; an address: tcp://host:port'
        ' ("--cluster {local}" starts one here).',
    ),
    "fight.workers": (
        "les processus meurent dès qu’ils commencent ; « --jobs 1 » s’en passe.",
        'the processes die as soon as they begin; "--jobs 1" does without.',
    ),
    "fight.side_unknown": ("« {side} » n’est pas un camp ; camps : {known}.", '"{side}" is no side; sides: {known}.'),
    "compare.same": (
        "il faut deux scènes, ou un changement : --set CHEMIN=VALEUR.",
        "it takes two scenes, or a change: --set PATH=VALUE.",
    ),
    "compare.scene": ("scène", "scene"),
    "compare.done": (
        "{n} paire de combats · graine {seed} · tactique {tactic} · {side}"
        "|{n} paires de combats · graine {seed} · tactique {tactic} · {side}",
        "{n} pair of fights · seed {seed} · tactic {tactic} · {side}"
        "|{n} pairs of fights · seed {seed} · tactic {tactic} · {side}",
    ),
    "compare.difference": (
        "différence : {by} (de {low} à {high}, 95 fois sur 100)",
        "difference: {by} ({low} to {high}, 95 times in 100)",
    ),
    "compare.sure": ("Elle est réelle.", "It is real."),
    "compare.unsure": (
        "Trop peu de combats pour dire laquelle vaut mieux.",
        "Too few fights to say which is better.",
    ),
    "compare.spared": (
        "La même chance pour les deux a épargné {n} combats : il en aurait fallu {times} fois plus.",
        "The same luck for both has spared {n} fights: it would have taken {times} times as many.",
    ),
    "sweep.axes": (
        "il faut une ou deux valeurs à faire varier : --over.",
        "it takes one or two values to vary: --over.",
    ),
    "sweep.done": (
        "{n} combat par point · graine {seed} · tactique {tactic} · {side}"
        "|{n} combats par point · graine {seed} · tactique {tactic} · {side}",
        "{n} fight a point · seed {seed} · tactic {tactic} · {side}"
        "|{n} fights a point · seed {seed} · tactic {tactic} · {side}",
    ),
    "tournament.done": (
        "{n} combat par rencontre · graine {seed}|{n} combats par rencontre · graine {seed}",
        "{n} fight a pairing · seed {seed}|{n} fights a pairing · seed {seed}",
    ),
    "tournament.entry": ("entrée", "entry"),
    "tournament.dominated": ("dominée par", "dominated by"),
    "report.done": ("Le rapport est écrit : {path}", "The report is written: {path}"),
    "report.no_plots": (
        "Les figures d’un rapport demandent matplotlib : pip install 'tablee[lab]'",
        "The pictures of a report take matplotlib: pip install 'tablee[lab]'",
    ),
    "report.no_folder": ("{path} n’est pas un dossier.", "{path} is not a folder."),
    "report.unread": (
        "{path} n’a pas les chiffres d’un rapport : on attend le JSON que « tablee report » écrit.",
        '{path} does not hold the figures of a report: the JSON that "tablee report" writes is expected.',
    ),
    "coverage.done": (
        "{n} scène parcourue · graine {seed}|{n} scènes parcourues · graine {seed}",
        "{n} scene walked through · seed {seed}|{n} scenes walked through · seed {seed}",
    ),
    "coverage.rules": ("Règles : {used} sur {total}", "Rules: {used} of {total}"),
    "coverage.actions": ("Actions : {used} sur {total}", "Actions: {used} of {total}"),
    "coverage.things": ("Catalogues : {used} entrées sur {total}", "Catalogues: {used} of {total} entries"),
    "check.progress": ("Vérifications", "Checks"),
    "check.wrong": ("{n} chose à reprendre.|{n} choses à reprendre.", "{n} thing to mend.|{n} things to mend."),
    "check.more": ("et {n} autre|et {n} autres", "and {n} more|and {n} more"),
    "check.holds": ("Tout tient : {n} vérifications.", "All of it holds: {n} checks."),
    "new_game.made": ("Le jeu « {name} » est écrit dans {folder}", 'The game "{name}" is written in {folder}'),
    "new_game.install": ("l’installer", "install it"),
    "new_game.check": ("le vérifier", "check it"),
    "new_game.play": ("y jouer", "play it"),
    "new_game.test": ("lancer ses tests", "run its tests"),
    "coverage.never": ("jamais", "never"),
    "fight.sides": (
        "un combat demande au moins deux camps debout ; ici : {sides}.",
        "a fight needs at least two sides standing; here: {sides}.",
    ),
    "fight.begin": (
        "rien n'est engagé dans cette scène : personne n'a la main, et aucune action ouverte n'engage de combat.",
        "nothing is under way in this scene: nobody has the turn, and no open action begins a fight.",
    ),
    "fight.which": (
        "rien n'est engagé dans cette scène ; il faut d'abord une de ces actions : {actions}.",
        "nothing is under way in this scene; one of these actions must come first: {actions}.",
    ),
    # ---------------------------------------------------------------- new and sheet
    "new.step": ("Étape {n} sur {of}", "Step {n} of {of}"),
    "new.intro": (
        "Entrée garde la valeur montrée, « ? » choisit l'étape pour vous, « < » revient au pas d'avant, "
        "« q » abandonne.",
        'Enter keeps the value shown, "?" chooses the step for you, "<" goes back one step, "q" gives up.',
    ),
    "new.starts": (
        "Pour aller plus vite, un point de départ, où tout peut encore être changé ; Entrée part de rien.",
        "To be quicker, a start in which everything can still be changed; Enter begins from nothing.",
    ),
    "new.start": ("Point de départ", "Start"),
    "new.no_start": (
        "« {start} » n'est pas un point de départ de {game} ; il y a : {there}.",
        "“{start}” is not a start of {game}; there are: {there}.",
    ),
    "new.left": ("reste {left}", "{left} left"),
    "new.over": ("{left} de trop", "{left} too many"),
    "new.budget": ("{spent} sur {most}", "{spent} of {most}"),
    "new.holds": ("Le personnage tient debout.", "The character holds."),
    "new.open": ("Reste à régler :", "Still to settle:"),
    "new.waived": ("exception : {note}", "exception: {note}"),
    "new.menu": (
        "1-{n} refaire un pas · e N NOTE excepter le problème N · s fiche · b FICHIER garder le brouillon · "
        "f finir · q abandonner",
        "1-{n} redo a step · e N NOTE except problem N · s sheet · b FILE keep the draft · f finish · q give up",
    ),
    "new.menu_unknown": ("« {line} » : pas compris.", '"{line}": not understood.'),
    "new.no_step": ("il n'y a pas d'étape {n}.", "there is no step {n}."),
    "new.no_such_problem": ("il n'y a pas de problème {n}.", "there is no problem {n}."),
    "new.needs_note": ("une exception demande une note : e {n} pourquoi.", "an exception needs a note: e {n} why."),
    "new.not_yet": (
        "pas encore : {n} à régler, ou à excepter avec une note.",
        "not yet: {n} to settle, or to except with a note.",
    ),
    "new.given_up": ("création abandonnée, rien n'est écrit.", "given up, nothing is written."),
    "new.written": ("Écrit : {path}", "Written: {path}"),
    "new.points_how": (
        "comme {example}, le reste inchangé ; ou un nombre pour chacun, dans l'ordre",
        "like {example}, the rest as it is; or one number for each, in order",
    ),
    "new.range": ("de {low} à {high}", "from {low} to {high}"),
    "new.entries_how": (
        "{form}, séparés par des virgules ; « - » : rien",
        '{form}, with commas between; "-": none',
    ),
    "new.name": ("nom", "name"),
    "new.value": ("valeur", "value"),
    "new.columns": ("« {entry} » : {n} indications au plus.", '"{entry}": at most {n} parts.'),
    "new.needs_value": ("« {entry} » : il faut une valeur.", '"{entry}": a value is needed.'),
    "new.where": ("fichier où l'écrire (Entrée : nulle part)", "file to write it to (Enter: nowhere)"),
    "new.not_written": ("le personnage n'est pas écrit.", "the character is not written."),
    "new.no_choice": ("{label} : rien à choisir.", "{label}: nothing to choose."),
    "new.choice_how": ("un numéro ou un nom", "a number or a name"),
    "new.choices_how": (
        "numéros ou noms, séparés par des virgules ; « - » : rien",
        'numbers or names, with commas between; "-": none',
    ),
    "new.no_key": ("« {key} » n'est pas proposé.", '"{key}" is not offered.'),
    "new.not_number": ("« {value} » n'est pas un nombre entier.", '"{value}" is not a whole number.'),
    "new.how_many": ("{n} nombres au plus, {found} donnés.", "at most {n} numbers, {found} given."),
    "new.bad_value": ("{label} : {why}", "{label}: {why}"),
    "sheet.made_with": ("fait avec les règles {then}, lu avec {now}", "made with rules {then}, read with {now}"),
    "sheet.waiver": ("exception à {rule} : {note}", "exception to {rule}: {note}"),
    # ---------------------------------------------------------------- play
    "play.turn": ("À jouer : {name}", "To act: {name}"),
    "play.waits": (
        "C'est à {turn} de jouer ; {name} attend son tour.",
        "It is for {turn} to act; {name} must wait.",
    ),
    "play.begins": ("Pour commencer : {action}", "To begin with: {action}"),
    "play.free": ("Rien n'est engagé ; {name} peut agir", "Nothing is under way; {name} may act"),
    "play.over": ("Le combat est fini. Vainqueur : {side}.", "The fight is over. Winner: {side}."),
    "play.over_draw": (
        "Le combat est fini : plus personne ne tient debout.",
        "The fight is over: nobody is left standing.",
    ),
    "play.no_action": ("Aucune action ouverte ; « ? » dit pourquoi.", 'No action is open; "?" says why.'),
    "play.more": ("« + » : la suite ({n}) ; « f mots » : chercher", '"+": more ({n}); "f words": find'),
    "play.keys": (
        "N jouer · o N chances · s fiche · x détail · u annuler · ? aide · q quitter",
        "N play · o N odds · s sheet · x details · u undo · ? help · q quit",
    ),
    "play.keys_map": (
        "N jouer · o N chances · m carte · s fiche · x détail · u annuler · ? aide · q",
        "N play · o N odds · m map · s sheet · x details · u undo · ? help · q quit",
    ),
    "play.not_found": (
        "aucune action ne contient « {words} », ni ouverte ni fermée.",
        'no action holds "{words}", neither an open nor a closed one.',
    ),
    "play.more_found": ("et {n} de plus : préciser.", "and {n} more: say more."),
    "play.cells": ("{n} cases", "{n} cells"),
    "play.cell": ("case : colonne et ligne (c : revenir)", "cell: column and row (c: back)"),
    "play.not_cell": (
        "« {line} » n'est pas une case : une colonne et une ligne, « 5 7 ».",
        '"{line}" is no cell: a column and a row, "5 7".',
    ),
    "play.no_cell": ("aucune case n'a été dite.", "no cell was said."),
    "play.no_map": ("{game} se joue ici sans carte.", "{game} is played without a map here."),
    "map.fog": ("hors de vue", "out of sight"),
    "map.aim": ("(x) : à portée", "(x): within reach"),
    "play.help": (
        "N            jouer l'action N\n"
        "N COL LIGNE  la jouer sur cette case de la carte (5 7), quand elle en demande une\n"
        "e N clé=val  modifier ses paramètres, puis N pour la jouer\n"
        "o N REGARD   les chances de l'action N ; avec un regard, chaque valeur\n"
        "m            la carte\n"
        "+            les actions suivantes\n"
        "f MOTS       les actions où ces mots se lisent (f repos)\n"
        "j QUI        faire agir quelqu'un d'autre\n"
        "g            ce que décide le maître du jeu : réserves, conditions\n"
        "s QUI        sa fiche, chaque nombre ouvert\n"
        "x            le dernier résultat, terme par terme\n"
        "u, r         annuler, rétablir (u 3 : trois fois)\n"
        "d QUI        taper ses vrais dés, ou laisser la machine les lancer\n"
        "a            la tactique joue ce tour\n"
        "A            la tactique joue jusqu'au bout\n"
        "/r 2d6+3     un lancer libre (4d6k3 : garder trois dés, 3d10! : dés explosifs)\n"
        "c            à une question : revenir au menu, les dés de cette action restent\n"
        "q            quitter",
        "N            play action N\n"
        "N COL ROW    play it on this cell of the map (5 7), when it wants one\n"
        "e N key=val  change its parameters, then N plays it\n"
        "o N LOOK     the odds of action N; with a look, every value\n"
        "m            the map\n"
        "+            the next actions\n"
        "f WORDS      the actions that hold these words (f rest)\n"
        "j WHO        let somebody else act\n"
        "g            what the game master decides: pools, conditions\n"
        "s WHO        a sheet, every number opened\n"
        "x            the last result, term by term\n"
        "u, r         undo, redo (u 3: three times)\n"
        "d WHO        type real dice, or let the machine roll them\n"
        "a            the tactic plays this turn\n"
        "A            the tactic plays to the end\n"
        "/r 2d6+3     a free roll (4d6k3: keep three dice, 3d10!: exploding dice)\n"
        "c            at a question: back to the menu, the dice of this action stay\n"
        "q            quit",
    ),
    "play.master": ("Le maître du jeu décide pour {name}", "The game master decides for {name}"),
    "play.question_help": (
        "N            la réponse N, ou les faces des dés\n"
        "s QUI        sa fiche, chaque nombre ouvert\n"
        "x            ce qui vient de se passer, terme par terme\n"
        "c, u         revenir au menu, les dés de cette action restent\n"
        "q q          quitter",
        "N            answer N, or the faces of the dice\n"
        "s WHO        a sheet, every number opened\n"
        "x            what has just happened, term by term\n"
        "c, u         back to the menu, the dice of this action stay\n"
        "q q          quit",
    ),
    "play.leaving": (
        "une action est en cours : encore « q » pour quitter, « c » pour revenir au menu.",
        'an action is under way: "q" again to quit, "c" to go back to the menu.',
    ),
    "play.closed": ("Fermées :", "Closed:"),
    "play.choices": ("{n} choix", "{n} choices"),
    "play.none_closed": ("Aucune action fermée.", "No action is closed."),
    "play.unknown": (
        "« {line} » : pas compris ; « ? » montre l'aide.",
        '"{line}": not understood; "?" shows the help.',
    ),
    "play.no_number": ("il n'y a pas d'action {n} ; de 1 à {most}.", "there is no action {n}; 1 to {most}."),
    "play.needs_number": (
        "il faut le numéro d'une action : {command} N.",
        "the number of an action is needed: {command} N.",
    ),
    "play.no_one": ("« {who} » n'est pas ici ; ici : {known}.", '"{who}" is not here; here: {known}.'),
    "play.nothing_to_undo": ("rien à annuler.", "nothing to undo."),
    "play.nothing_to_redo": ("rien à rétablir.", "nothing to redo."),
    "play.undone": ("annulé", "undone"),
    "play.redone": ("rétabli", "redone"),
    "play.no_result": ("rien n'a encore été joué.", "nothing has been played yet."),
    "play.hand_on": ("{name} : vrais dés, à taper.", "{name}: real dice, to be typed."),
    "play.hand_off": ("{name} : la machine lance les dés.", "{name}: the machine rolls the dice."),
    "play.parameters": ("paramètres : {known}", "parameters: {known}"),
    "play.plays": ("la tactique joue", "the tactic plays"),
    "play.no_end": ("arrêté après {n} actions.", "stopped after {n} actions."),
    "play.not_fight": (
        "rien à mener jusqu'au bout : il faut deux camps debout.",
        "nothing to play to the end: it takes two sides standing.",
    ),
    "play.throw": ("{name}, lancez {dice}", "{name}, roll {dice}"),
    "play.faces": (
        "les faces, séparées par des espaces (c : revenir, ? : aide)",
        "the faces, with spaces between (c: back, ?: help)",
    ),
    "play.not_faces": (
        "« {line} » : {n} face entière attendue.|« {line} » : {n} faces entières attendues.",
        '"{line}": {n} whole face expected.|"{line}": {n} whole faces expected.',
    ),
    "play.answer": ("réponse (c : revenir, ? : aide)", "answer (c: back, ?: help)"),
    "play.amount": ("un nombre de {low} à {high}", "a number from {low} to {high}"),
    "play.not_answer": (
        "« {line} » n'est pas une réponse ouverte ; {open}.",
        '"{line}" is not an open answer; {open}.',
    ),
    "play.open_numbers": ("un numéro de 1 à {n}", "a number from 1 to {n}"),
    "play.option_closed": ("« {label} » : {why}", '"{label}": {why}'),
    "play.cancelled": (
        "revenu au menu ; les dés déjà lancés restent pour cette action.",
        "back to the menu; the dice already rolled stay with this action.",
    ),
    "play.bye": ("À bientôt.", "Goodbye."),
    "play.no_game": (
        "aucun jeu complet n'est installé : donnez une scène.",
        "no complete game is installed: give a scene.",
    ),
}


class _Language:
    """One process speaks one language."""

    now = "fr"


def speak(lang: str) -> None:
    """From now on, in this language."""
    if lang not in LANGUAGES:
        raise KeyError(lang)
    _Language.now = lang


def lang() -> str:
    return _Language.now


def say(key: str, /, **facts: Any) -> str:
    """The text with this key, in the present language."""
    text = typeset(TEXTS[key][LANGUAGES.index(_Language.now)])
    return text.format(**{name: _read(fact) for name, fact in facts.items()}) if facts else text


def _read(fact: Any) -> Any:
    """A figure below nothing with its true sign; all else as it is."""
    return as_figure(fact) if isinstance(fact, int | float) and fact < 0 else fact


def some(key: str, n: int, /, **facts: Any) -> str:
    """A text that counts: « one|several ». French says one of nothing, English none in the plural."""
    one, several = typeset(TEXTS[key][LANGUAGES.index(_Language.now)]).split("|")
    single = abs(n) == 1 or (n == 0 and _Language.now == "fr")
    return (one if single else several).format(n=number(n), **facts)


def take_language(args: list[str], environment: Mapping[str, str]) -> list[str]:
    """Choose the language from --lang, wherever it stands, or TABLEE_LANG; the arguments that are left.

    KeyError with the language that is not spoken.
    """
    speak("fr")
    chosen, rest, words = environment.get("TABLEE_LANG", "")[:2].lower() or "fr", [], iter(args)
    for word in words:
        if word == "--lang":
            chosen = next(words, "")
        elif word.startswith("--lang="):
            chosen = word.removeprefix("--lang=")
        else:
            rest.append(word)
    speak(chosen)
    return rest


# ---------------------------------------------------------------- figures


def counting(word: str) -> int | None:
    """A typed number of something, as far as anybody counts; None if it is none."""
    return int(word) if word.isdecimal() and len(word) < 10 else None


def number(value: float, digits: int = 0) -> str:
    """A figure as this language writes it."""
    return figures.number(value, lang(), digits)


def percent(share: float, digits: int = 1) -> str:
    """A share in per cent; the ends are kept for what is certain."""
    return figures.percent(share, lang(), digits)
