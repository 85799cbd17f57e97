"""What the table says itself, French and English side by side. The games bring their own words."""

from __future__ import annotations

from tablee.kernel.typography import typeset
from tablee.kernel.words import LANGUAGES, Telling, Words

TEXTS: dict[str, tuple[str, str]] = {
    # ---------------------------------------------------------------- how somebody is, in a word
    "health.unhurt": ("indemne", "unhurt"),
    "health.hurt": ("blessé", "hurt"),
    "health.badly": ("gravement blessé", "badly hurt"),
    "health.down": ("hors de combat", "out of action"),
    "health.dead": ("mort", "dead"),
    # ---------------------------------------------------------------- refusals: commands and rights
    "no.command.too_large": (
        "Commande trop grande : {most} octets au plus.",
        "Command too large: {most} bytes at most.",
    ),
    "no.command.wrong": ("Commande mal écrite : {why}.", "Command not understood: {why}."),
    "no.right": (
        "« {command} » n'est pas permis à votre rôle ({role}).",
        '"{command}" is not allowed in your role ({role}).',
    ),
    "no.master_only": (
        "« {action} » : c'est au maître du jeu de le faire.",
        '"{action}": that is for the game master to do.',
    ),
    "no.no_maker": (
        "{game} : on n'y fait personne sur mesure ; on appelle quelqu'un du bestiaire.",
        "{game}: nobody is made to measure there; somebody is called from the bestiary.",
    ),
    "no.no_cast": (
        "« {id} » n'est pas à appeler sous « {kind} » ; s'y trouvent : {there}.",
        '"{id}" cannot be called under "{kind}"; there are: {there}.',
    ),
    "no.not_yours": (
        "Seul le maître du jeu, ou qui joue ce personnage, peut le faire.",
        "Only the game master, or whoever plays this character, may do this.",
    ),
    "no.not_member": ("Vous n'êtes pas de cette table.", "You are not a member of this table."),
    "no.no_campaign": ("Cette campagne n'existe pas.", "There is no such campaign."),
    "no.client": (
        "L'identifiant d'une commande a {most} caractères lisibles au plus.",
        "The id of a command has {most} readable characters at most.",
    ),
    "no.title": ("Il faut un titre de 1 à {most} caractères.", "A title of 1 to {most} characters is needed."),
    "no.too_large": (
        "La campagne deviendrait trop grande : {most} octets au plus.",
        "The campaign would become too large: {most} bytes at most.",
    ),
    "no.game": ("Jeu inconnu « {game} ».", 'Unknown game "{game}".'),
    "no.game_fault": (
        "Le jeu « {game} » est installé et ne se charge pas : « tablee rules {game} » dit pourquoi.",
        'The game "{game}" is installed and cannot be loaded: "tablee rules {game}" says why.',
    ),
    "no.held": (
        "Cette campagne a été jouée sous d'autres règles que celles d'ici : le maître du jeu décide d'abord comment "
        "continuer (page du maître du jeu, « Règles »).",
        "This campaign was played under other rules than those here: the game master decides first how to go on "
        '(game master\'s page, "Rules").',
    ),
    "no.nothing_aside": (
        "La campagne est jouée sous les règles présentes : il n'y a rien à décider.",
        "The campaign is played under the present rules: there is nothing to decide.",
    ),
    "no.no_gather": ("« {game} » ne se joue pas encore à une table.", '"{game}" cannot be played at a table yet.'),
    "no.no_evening": (
        "Aucune soirée ne commence à l'entrée n° {entry} du journal.",
        "No evening begins with entry no. {entry} of the log.",
    ),
    "no.no_backup": (
        "Cette campagne n'est pas à reprendre de la sauvegarde « {name} ».",
        'This campaign cannot be taken up from the backup "{name}".',
    ),
    "no.no_note": (
        "Il n'y a pas là de note de votre main.",
        "There is no note of yours there.",
    ),
    "no.empty_note": ("Une note vide : écrivez d'abord quelque chose.", "An empty note: write something first."),
    "no.too_many": ("Trop de {what} : {most} au plus.", "Too many {what}: {most} at most."),
    # ---------------------------------------------------------------- refusals: playing
    "no.open": (
        "On attend encore {who} : répondez, ou annulez l'action en cours.",
        "Still waiting for {who}: answer, or undo the action under way.",
    ),
    "no.no_question": (
        "On ne pose pas de question « {asked} » dans ce jeu ; on y demande : {there}.",
        'No question "{asked}" is asked in this game; those asked are: {there}.',
    ),
    "no.paused": ("Le maître du jeu prépare la suite.", "The game master is preparing what comes next."),
    "no.nothing_open": ("Rien n'est attendu en ce moment.", "Nothing is awaited now."),
    "no.asked_before": (
        "La question à laquelle vous répondez n'est plus posée : une autre l'a suivie.",
        "The question you answer is no longer asked: another has followed it.",
    ),
    "no.not_asked": ("Cette question n'est pas posée.", "This question is not asked."),
    "no.already_answered": ("Vous avez déjà répondu.", "You have answered already."),
    "no.not_dice": ("On attend une réponse, pas des dés.", "An answer is awaited, not dice."),
    "no.not_answer": ("On attend des dés, pas une réponse.", "Dice are awaited, not an answer."),
    "no.answer": ("« {answer} » n'est pas une réponse ouverte.", '"{answer}" is not an open answer.'),
    "no.dice": ("Ces dés ne vont pas : {why}.", "These dice do not fit: {why}."),
    "no.rules_changed": (
        "Les règles ont changé depuis le début de cette action : annulez-la et recommencez.",
        "The rules have changed since this action began: undo it and begin again.",
    ),
    "no.closed": ("{why}", "{why}"),
    "no.formula": ("{why}", "{why}"),
    "no.no_one": ("« {who} » n'est pas là.", '"{who}" is not here.'),
    "no.no_such_member": ("« {who} » n'est pas de cette table.", '"{who}" is not at this table.'),
    "no.unknown_line": (
        "Commande inconnue « {word} » ; commandes : /r, /lancer, /gmr, /mj, /moi, /w, /chuchoter.",
        'Unknown command "{word}"; commands: /r, /lancer, /gmr, /mj, /me, /w, /chuchoter.',
    ),
    "no.whisper_whom": ("Chuchoter à qui, et quoi ? « /w nom texte ».", 'Whisper what to whom? "/w name text".'),
    "no.requested": (
        "C’est déjà demandé au maître du jeu.",
        "The game master has been asked for this already.",
    ),
    "no.machine_owned": (
        "{who} est à un joueur : la machine ne joue que ceux que personne n’a.",
        "{who} is a player's: the machine plays only those whom nobody has.",
    ),
    "no.no_request": ("Cette demande n’attend plus.", "This request no longer waits."),
    "no.no_test": ("Ce test n'est pas demandé.", "This test is not asked for."),
    "no.test_not_asked": ("Ce test n'est pas demandé à {who}.", "{who} is not asked for this test."),
    "no.test_done": ("{who} a déjà fait ce test.", "{who} has already made this test."),
    "no.test_other": (
        "Ce n'est pas le test demandé : {field} doit rester {value}.",
        "This is not the test asked for: {field} must stay {value}.",
    ),
    # ---------------------------------------------------------------- reasons of what might well be done
    "best.usual": ("Ce que ferait une tactique simple", "What a plain tactic would do"),
    "best.fallen": ("{name} est hors de combat", "{name} is down"),
    "best.chance": ("La meilleure chance : {n} % ({look})", "The best chance: {n} % ({look})"),
    "best.most": ("Le plus à gagner : {n} en moyenne ({look})", "The most to be had: {n} on average ({look})"),
    # ---------------------------------------------------------------- refusals: encounters, map, rulings
    "no.encounter_on": ("Une rencontre est déjà en cours.", "An encounter is already under way."),
    "no.no_encounter": ("Aucune rencontre n'est en cours.", "No encounter is under way."),
    "no.encounter_end": (
        "Ce jeu ne laisse pas finir la rencontre ainsi : prenez l'action qui la clôt.",
        "This game does not let the encounter end so: take the action that closes it.",
    ),
    "no.still_needed": (
        "Quelque chose en cours dépend de {who} : finissez-le d'abord.",
        "Something under way depends on {who}: finish it first.",
    ),
    "no.no_such_encounter": (
        "Aucune rencontre ne commence à l’entrée {entry}.",
        "No encounter begins with entry {entry}.",
    ),
    "no.no_ready": ("Scène inconnue « {name} » ; scènes : {known}.", 'Unknown scene "{name}"; scenes: {known}.'),
    "no.no_kept": ("Cette scène n'est pas gardée ici.", "No such scene is kept here."),
    "no.no_own": (
        "{game} n'a pas de livre où une table puisse écrire.",
        "{game} has no book a table can write in.",
    ),
    "no.no_own_kind": (
        "Le livre de la table n'a pas de « {kind} » ; il a : {known}.",
        "The table's book has no “{kind}”; it has: {known}.",
    ),
    "no.no_own_entry": (
        "« {id} » n'est pas dans le livre de la table.",
        "“{id}” is not in the table's book.",
    ),
    "no.own_there": (
        "« {id} » est déjà dans le livre de la table.",
        "“{id}” is already in the table's book.",
    ),
    "no.own_carried": (
        "« {entry} » est encore à quelqu'un ou quelque part : {where}.",
        "Somebody or something still has “{entry}”: {where}.",
    ),
    "no.no_handout": ("Ce document n'est pas là.", "There is no such handout."),
    "no.already_here": ("{who} est déjà dans la campagne.", "{who} is already in the campaign."),
    "no.no_start": (
        "Il faut une scène prête ou des personnages et leurs camps.",
        "It takes a ready scene, or characters and their sides.",
    ),
    "no.path": ("Rien ne se trouve à « {path} ».", 'There is nothing at "{path}".'),
    "no.no_pool": (
        "Aucune réserve de cette fiche ne se règle à « {path} ».",
        'No pool of this sheet is set at "{path}".',
    ),
    "no.pool": ("{label} : de {low} à {most}, pas {value}.", "{label}: from {low} to {most}, not {value}."),
    "no.no_map": ("Aucune carte n'est posée.", "No map is laid."),
    "no.off_map": ("Hors de la carte : {width} × {height}.", "Off the map: {width} × {height}."),
    "no.moves": (
        "Pendant une rencontre on se déplace par les actions du jeu.",
        "During an encounter one moves by the game's own actions.",
    ),
    # ---------------------------------------------------------------- refusals: characters
    "no.no_beginning": ("Il n'y a pas de point de départ « {start} ».", "There is no start called “{start}”."),
    "no.no_draft": ("Ce brouillon n'existe pas.", "There is no such draft."),
    "no.no_step": ("« {step} » n'est pas une étape ; étapes : {there}.", '"{step}" is no step; steps: {there}.'),
    "no.unfinished": ("Il manque encore : {why}", "Still missing: {why}"),
    "no.draft_done": (
        "Ce brouillon a déjà donné {who} ; confirmez pour le remplacer.",
        "This draft has already made {who}; confirm to replace it.",
    ),
    "no.character_there": (
        "{who} est déjà là : remplacez, gardez les deux, ou renoncez.",
        "{who} is there already: replace, keep both, or stop.",
    ),
    "no.other_game": ("C'est un personnage de {found}, pas de {wanted}.", "A character of {found}, not of {wanted}."),
    "no.id": ("« {who} » ne convient pas comme identifiant.", '"{who}" is not fit to be an id.'),
    "no.not_one": ("Il faut un personnage, et un seul.", "One character is needed, and only one."),
    "no.fault": ("{why}.", "{why}."),
    # ---------------------------------------------------------------- refusals: undo
    "no.nothing_to_undo": ("Il n'y a plus rien à annuler.", "There is nothing left to undo."),
    "no.nothing_to_redo": ("Il n'y a rien à rétablir.", "There is nothing to redo."),
    "no.not_on_line": (
        "L'entrée {entry} ne peut plus être annulée.",
        "Entry {entry} can no longer be undone.",
    ),
    "no.undo_gm": (
        "D'autres ont agi depuis, ou quelque chose a été révélé : le maître du jeu confirme.",
        "Others have acted since, or something was revealed: the game master confirms.",
    ),
    "no.undo_confirm": (
        "D'autres ont agi depuis, ou quelque chose a été révélé : confirmez.",
        "Others have acted since, or something was revealed: confirm.",
    ),
    # ---------------------------------------------------------------- refusals: looking
    "no.secret_sheet": ("Cette fiche ne vous est pas ouverte.", "This sheet is not open to you."),
    "no.secret_odds": (
        "Ces chances diraient ce que vous ne devez pas savoir.",
        "These odds would tell what you may not know.",
    ),
    "no.plan_chance": (
        "Ce premier pas dépend des dés ou d’une réponse : jouez-le d’abord.",
        "That first step depends on dice or on an answer: play it first.",
    ),
    "no.plan_changed": (
        "Ce pas change la suite : rien n’est fait. {why}",
        "That step changes what follows: nothing is done. {why}",
    ),
    "no.no_odds": ("Cette action n'a pas de chances à montrer.", "This action has no odds to show."),
    # ---------------------------------------------------------------- refusals: members
    "no.invitation_used": (
        "Ce lien a déjà servi : demandez-en un autre au maître du jeu.",
        "This link has been used already: ask the game master for another.",
    ),
    "no.invitation": ("Cette invitation ne vaut pas, ou ne vaut plus.", "This invitation is not valid, or no longer."),
    "no.name_taken": ("Ce nom est déjà pris à cette table.", "This name is already taken at this table."),
    "no.name_alike": (
        "Ce nom se confond avec « {name} », déjà à cette table.",
        'This name is easily taken for "{name}", who is already at this table.',
    ),
    "no.name": ("Il faut un nom de 1 à {most} caractères.", "A name of 1 to {most} characters is needed."),
    "no.passphrase": (
        "Nom ou phrase secrète incorrects ; une phrase donnée avec une campagne importée ne sert qu'une fois.",
        "Wrong name or passphrase; one that was given with an imported campaign is good once.",
    ),
    "no.passphrase_short": (
        "Une phrase secrète a de {least} à {most} caractères.",
        "A passphrase has {least} to {most} characters.",
    ),
    "no.last_gm": ("Il faut au moins un maître du jeu.", "There must be a game master left."),
    # ---------------------------------------------------------------- refusals: files and backups
    "no.file_kind": (
        "Ce n'est pas un fichier de Tablée qu'on puisse lire ici.",
        "This is no file of Tablée's that can be read here.",
    ),
    "no.file_version": (
        "Ce fichier est de la version {version} ; cette Tablée lit jusqu'à la version {known}.",
        "This file is of version {version}; this Tablée reads up to version {known}.",
    ),
    "no.file_newer": (
        "Ce fichier vient d'une Tablée plus récente (tables {revision}) : mettez d'abord celle-ci à jour.",
        "This file is of a newer Tablée (tables {revision}): upgrade this one first.",
    ),
    "no.picture_kind": (
        "Ce n'est pas une image que l'on puisse lire : un fichier PNG, JPEG ou WebP, entier.",
        "This is no picture that can be read: a PNG, JPEG or WebP file, a whole one.",
    ),
    "no.picture_pixels": (
        "Cette image est trop grande : {most} millions de pixels au plus.",
        "This picture is too large: {most} million pixels at most.",
    ),
    "no.picture_bytes": (
        "Ce fichier est trop lourd : {most} Mo au plus pour une image.",
        "This file is too heavy: {most} MB at most for a picture.",
    ),
    "no.picture_room": (
        "Il n'y a plus de place pour cette image : {most} Mo en tout pour une campagne. Retirez-en d'abord.",
        "There is no room left for this picture: {most} MB in all for a campaign. Take some away first.",
    ),
    "no.no_drawing": (
        "Ce jeu n'a pas de terrains à dessiner : posez un plateau, ou une image.",
        "This game has no ground to draw: lay a board, or a picture.",
    ),
    "no.drawing": (
        "Cette carte n'est pas dessinée avec les signes du jeu ({signs}), ou elle est vide.",
        "This map is not drawn in the signs of the game ({signs}), or it is empty.",
    ),
    "no.begun": (
        "Le combat a commencé : chacun reste où il est.",
        "The fight has begun: everybody stays where they are.",
    ),
    "no.no_picture": ("Cette image n'est pas là.", "There is no such picture."),
    "no.file_damaged": (
        "Ce fichier est abîmé ou incomplet ; rien n'a été changé.",
        "This file is damaged or incomplete; nothing was changed.",
    ),
    "no.file_large": (
        "Ce fichier contient trop : {most} octets au plus.",
        "This file holds too much: {most} bytes at most.",
    ),
    "no.unreadable": ("Illisible, mis de côté.", "Cannot be read, set aside."),
    "no.unreadable_more": (
        "encore {n} autres parties illisibles, mises de côté.",
        "{n} more parts that cannot be read, set aside.",
    ),
    "no.database_damaged": (
        "La base {path} est abîmée ; rien n'y a été changé. « tablee restore FICHIER » revient à une sauvegarde, par "
        "exemple à la dernière du dossier « backups » qui est à côté ; ce qui reste de la base est gardé.",
        'The database {path} is damaged; nothing in it was changed. "tablee restore FILE" goes back to a backup, such '
        'as the last one in the folder "backups" beside it; what is left of the database is kept.',
    ),
    "no.no_database": ("Il n'y a rien dans {path}.", "There is nothing at {path}."),
    "no.in_use": (
        "Un serveur se sert de cette base : arrêtez-le d'abord.",
        "A server is using this database: stop it first.",
    ),
    # ---------------------------------------------------------------- words
    "gm": ("le maître du jeu", "the game master"),
    "yes": ("oui", "yes"),
    "no": ("non", "no"),
    "nothing": ("rien", "nothing"),
    "role.gm": ("maître du jeu", "game master"),
    "role.player": ("joueur", "player"),
    "role.spectator": ("spectateur", "spectator"),
    "what.characters": ("personnages", "characters"),
    "what.drafts": ("brouillons", "drafts"),
    "what.tests": ("tests demandés", "tests asked for"),
    "what.scenes": ("scènes gardées", "kept scenes"),
    "what.pictures": ("images", "pictures"),
    "what.members": ("membres", "members"),
}

EVENTS = Words(
    event={
        "table.created": Telling("La campagne commence.", "The campaign begins."),
        "table.said": Telling("{name} : {text}", "{name}: {text}"),
        "table.said_as": Telling("{who} : {text}", "{who}: {text}"),
        "table.whispered": Telling("{name} chuchote à {to} : {text}", "{name} whispers to {to}: {text}"),
        "table.noted": Telling("{name} note : {text}", "{name} notes: {text}"),
        "table.note_struck": Telling("{name} raye une note.", "{name} strikes a note."),
        "table.rolled": Telling("{name} lance {rolled}", "{name} rolls {rolled}"),
        "table.rolled_for": Telling("{name} lance {rolled} ({note})", "{name} rolls {rolled} ({note})"),
        "table.secret": Telling("{who} agit en secret.", "{who} acts in secret."),
        "table.secret_on": Telling("{who} agit contre {target}.", "{who} acts against {target}."),
        "table.stopped": Telling("Quelque chose arrête {who}.", "Something stops {who}."),
        "table.hindered": Telling("Quelque chose s'y oppose.", "Something stands in the way."),
        "table.hindrance": Telling(
            "{name} n'en sait rien, mais : {why}", "{name} knows nothing of it, but: {why}", "major"
        ),
        "table.test_asked": Telling("Un test est demandé. {note}", "A test is asked for. {note}"),
        "table.test_dropped": Telling("Le test n'est plus demandé.", "The test is no longer asked for."),
        "table.requested": Telling("{who} demande au maître du jeu : {deed}.", "{who} asks the game master: {deed}."),
        "table.granted": Telling(
            "Le maître du jeu l’accorde à {who} : {deed}.", "The game master grants {who}: {deed}.", headline=False
        ),
        "table.request_refused": Telling(
            "Le maître du jeu ne l’accorde pas à {who} : {deed}.", "The game master does not grant {who}: {deed}."
        ),
        "table.request_dropped": Telling("{who} ne le demande plus : {deed}.", "{who} no longer asks for it: {deed}."),
        "table.encounter": Telling("Rencontre : {title}", "Encounter: {title}"),
        "table.encounter_untitled": Telling("Une rencontre commence.", "An encounter begins."),
        "table.encounter_end": Telling("La rencontre est finie.", "The encounter is over.", "major", moment="end"),
        "table.stood": Telling("Hors de combat : {fell}", "Out of action: {fell}", headline=False),  # never by itself
        "table.went": Telling(
            "{who} est ailleurs{near}.", "{who} is elsewhere{near}.", headline=False
        ),  # never by itself
        "table.handout": Telling(
            "Le maître du jeu montre un document : {handout}",
            "The game master shows a handout: {handout}",
            "major",
            note="event",
        ),
        "table.handout_untitled": Telling(
            "Le maître du jeu montre un document.", "The game master shows a handout.", "major"
        ),
        "table.handout_back": Telling(
            "Le maître du jeu reprend un document : {handout}", "The game master takes a handout back: {handout}"
        ),
        "table.handout_back_untitled": Telling(
            "Le maître du jeu reprend un document.", "The game master takes a handout back."
        ),
        "table.own_written": Telling(
            "Le livre de la table a maintenant : {entry}", "The table's book now has: {entry}"
        ),
        "table.own_changed": Telling(
            "{who} a, comme c'est écrit maintenant : {entry}", "{who} has, as it is written now: {entry}"
        ),
        "table.own_dropped": Telling(
            "Le livre de la table n'a plus : {entry}", "The table's book no longer has: {entry}"
        ),
        "table.joined_side": Telling("{who} entre dans la rencontre : {side}.", "{who} joins the encounter: {side}."),
        "table.left_side": Telling("{who} quitte la rencontre.", "{who} leaves the encounter."),
        "table.pause_now": Telling("Pause : les joueurs attendent.", "A pause: players wait."),
        "table.pause_turn": Telling("Pause au prochain tour.", "A pause with the next turn."),
        "table.pause_over": Telling("La pause est finie.", "The pause is over."),
        "table.ruling": Telling(
            "Décision du maître du jeu : {path}, {before} → {after} ({why})",
            "Ruling of the game master: {path}, {before} → {after} ({why})",
        ),
        "table.ruling_on": Telling(
            "Décision du maître du jeu pour {who} : {path}, {before} → {after} ({why})",
            "Ruling of the game master for {who}: {path}, {before} → {after} ({why})",
        ),
        "table.pool": Telling(
            "{name} règle {pool} pour {who} : {before} → {after}", "{name} sets {pool} for {who}: {before} → {after}"
        ),
        "table.pool_why": Telling(
            "{name} règle {pool} pour {who} : {before} → {after} ({why})",
            "{name} sets {pool} for {who}: {before} → {after} ({why})",
        ),
        "table.hidden": Telling(
            "Ce que les joueurs savent de {who} a changé.", "What players know of {who} has changed."
        ),
        "table.revealed": Telling("{who} se dévoile.", "{who} is revealed.", "major"),
        "table.options": Telling("Options de la campagne : {on}", "Options of the campaign: {on}"),
        "table.map": Telling("Une carte est posée.", "A map is laid."),
        "table.map_cleared": Telling("La carte est retirée.", "The map is put away."),
        "table.arranged": Telling("Les camps prennent place.", "The sides take their places."),
        "table.picture": Telling("Une image est posée sous la carte.", "A picture is laid under the map."),
        "table.picture_gone": Telling("L'image sous la carte est retirée.", "The picture under the map is put away."),
        "table.put": Telling("{who} change de place{near}.", "{who} moves{near}."),
        "table.fog": Telling("Le brouillard a changé.", "The fog has changed."),
        "table.character": Telling("{who} entre dans la campagne.", "{who} comes into the campaign.", note="event"),
        "table.character_again": Telling("{who} a été refait.", "{who} was made again."),
        "table.character_gone": Telling("{gone} quitte la campagne.", "{gone} leaves the campaign.", note="event"),
        "table.given": Telling("{name} joue maintenant {who}.", "{who} is now played by {name}."),
        "table.not_given": Telling("{who} n'est plus joué par personne.", "{who} is no longer played by anybody."),
        "table.machine": Telling("La machine joue {who}.", "The machine plays {who}."),
        "table.no_machine": Telling("La machine ne joue plus {who}.", "The machine no longer plays {who}."),
        "table.real_dice": Telling("{who} lance de vrais dés.", "{who} rolls real dice."),
        "table.no_real_dice": Telling("{who} laisse lancer la table.", "{who} lets the table roll."),
        "table.orders": Telling("Ce qui est convenu pour {who} a changé.", "What is agreed for {who} has changed."),
        "table.no_orders": Telling("{who} n'a plus rien de convenu.", "Nothing is agreed for {who} any more."),
        "table.renamed": Telling("La campagne s'appelle : {title}", "The campaign is called: {title}"),
        "table.undone": Telling("Annulé : n° {entries} du journal", "Undone: no. {entries} of the log"),
        "table.redone": Telling("Rétabli : n° {entries} du journal", "Redone: no. {entries} of the log"),
        "table.play_on": Telling(
            "On continue sous les règles présentes (version {version}).",
            "Play goes on under the present rules (version {version}).",
        ),
        "table.play_on_without": Telling(
            "On continue sous les règles présentes (version {version}), sans ce qu'elles ne comprennent pas ({parts}).",
            "Play goes on under the present rules (version {version}), without what they do not understand ({parts}).",
        ),
        "table.member": Telling("{name} s'assoit à la table.", "{name} sits down at the table."),
        "table.member_again": Telling(
            "{name} s'assoit à la table sur un autre appareil.", "{name} sits down at the table on another device."
        ),
        "table.member_renamed": Telling("{old} s'appelle maintenant {name}.", "{old} is now called {name}."),
        "table.member_role": Telling("{name} change de rôle à la table.", "{name} has another role at the table."),
        "table.member_lang": Telling("{name} change de langue.", "{name} changes language."),
        "table.member_gone": Telling("{name} quitte la table.", "{name} leaves the table."),
    },
    kind={
        "deed": "deed",
        "near": "who",  # for whoever is hidden: a phrase says it as it says any {near}
        "name": "typed",  # of a member
        "jot": "number",
        "old": "typed",
        "to": "typed",
        "text": "typed",
        "handout": "typed",
        "entry": "typed",
        "note": "typed",
        "why": "typed",
        "title": "label",  # ready scenes have one in both languages
        "table.renamed.title": "typed",
        "rolled": "dice",
        "total": "number",
        "test": "number",
        "asked": "who",
        "since": "number",
        "entries": "number",
        "version": "typed",  # of the rules
        "parts": "number",
        "gone": "who",
        "fell": "who",
        "round": "number",
        "side": "side",
        "on": "label",
        "pool": "label",
        "path": "place",
        "before": "value",
        "after": "value",
        "x": "cell",
        "y": "cell",
    },
)


def say(key: str, lang: str) -> str:
    """The text with this key."""
    return typeset(TEXTS[key][LANGUAGES.index(lang)])
