"""Content files: read into structs, and errors that name the file, the key and what was expected."""

from pathlib import Path
from typing import Literal

import msgspec
import pytest

from tablee.kernel.content import ContentError, parse, read, read_file


class Arme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nom: str
    force: int
    portee: tuple[int, int] = (0, 1)
    genre: Literal["courte", "longue"] = "courte"
    prix: int | None = None


class Armurerie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    arme: dict[str, Arme] = {}
    lots: tuple[dict[str, dict[str, int]], ...] = ()
    serie: tuple[Arme, ...] = ()
    coffre: dict[str, Arme | None] | None = None
    paire: tuple[int, Arme] | None = None


def test_a_good_file_becomes_a_struct(tmp_path):
    file = tmp_path / "armes.toml"
    file.write_text('[arme.epee]\nnom = "Épée"\nforce = 3\nportee = [1, 2]\n', "utf-8")
    assert read_file(file, Armurerie).arme == {"epee": Arme("Épée", 3, (1, 2))}
    assert read_file(str(file), Armurerie) == parse(file.read_text("utf-8"), Armurerie, "armes.toml")


EPEE = '[arme.epee]\nnom = "Épée"\nforce = 3\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[[serie]]\nnom = "Épée"\nforce = "3"', "serie[0].force : attendu un entier, trouvé un texte"),
        ("[[serie]]\nnom = 3\nforce = 3", "serie[0].nom : attendu un texte, trouvé un entier"),
        (f"{EPEE}prix = true", "arme.epee.prix : attendu un entier ou rien, trouvé true ou false"),
        (f"{EPEE}[arme.'hache à 2 mains']\nnom = 'H'", "arme.hache à 2 mains : il manque la clé « force »"),
        (f"{EPEE}poids = 2", "arme.epee : clé inconnue « poids » ; clés : nom, force, portee, genre, prix"),
        (
            "[[serie]]\nnom = 'H'\nforce = 1\npoids = 2",
            "serie[0] : clé inconnue « poids » ; clés : nom, force, portee, genre, prix",
        ),
        ("[coffre.fond]\npoids = 2", "coffre.fond : clé inconnue « poids » ; clés : nom, force, portee, genre, prix"),
        ("paire = [3, {poids = 2}]", "paire[1] : clé inconnue « poids » ; clés : nom, force, portee, genre, prix"),
        (f"{EPEE}genre = 'ronde'", "arme.epee.genre : valeur inconnue « ronde » ; valeurs : courte, longue"),
        (f"{EPEE}portee = [1]", "arme.epee.portee : une liste de 2 est attendue, celle-ci en a 1"),
        ("lots = [{}, { a = { b = 1, c = [] } }]", "lots[1].a.c : attendu un entier, trouvé une liste"),
        ("arme = 3", "arme : attendu une table, trouvé un entier"),
        ("serie = 1.5", "serie : attendu une liste, trouvé un nombre"),
        ("boucliers = 3", "le fichier : clé inconnue « boucliers » ; clés : arme, lots, serie, coffre, paire"),
    ],
)
def test_a_wrong_value_names_file_key_and_expectation(text, sentence):
    with pytest.raises(ContentError) as wrong:
        parse(text, Armurerie, "armes.toml")
    assert str(wrong.value) == f"armes.toml : {sentence}"


def test_what_is_not_toml_says_where():
    with pytest.raises(ContentError, match=r"^armes\.toml : ce n'est pas du TOML \(.*ligne 2.*\)$"):
        parse("a = 1\nb == 2", Armurerie, "armes.toml")


def test_a_missing_file(tmp_path):
    with pytest.raises(ContentError) as wrong:
        read_file(tmp_path / "rien.toml", Armurerie)
    assert str(wrong.value) == f"{tmp_path / 'rien.toml'} : ce fichier n'existe pas"


def test_a_directory(tmp_path):
    with pytest.raises(ContentError) as wrong:
        read_file(tmp_path, Armurerie)
    assert str(wrong.value) == f"{tmp_path} : c'est un dossier, un fichier TOML est attendu"


def test_a_file_that_is_not_utf_8(tmp_path):
    file = tmp_path / "armes.toml"
    file.write_bytes("nom = 'Épée'".encode("latin-1"))
    with pytest.raises(ContentError) as wrong:
        read_file(file, Armurerie)
    assert str(wrong.value).startswith(f"{file} : illisible (") and "UTF-8" in str(wrong.value)


def test_a_file_below_a_file(tmp_path):
    file = tmp_path / "armes.toml"
    file.write_text("")
    with pytest.raises(ContentError, match="illisible"):
        read_file(Path(file, "plus.toml"), Armurerie)


def test_a_file_of_a_package(tmp_path, monkeypatch):
    (tmp_path / "armurier").mkdir()
    (tmp_path / "armurier" / "__init__.py").touch()
    (tmp_path / "armurier" / "armes.toml").write_text(EPEE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert read("armurier", "armes.toml", Armurerie).arme["epee"].nom == "Épée"


def test_a_file_whose_name_says_json(tmp_path):
    file = tmp_path / "armes.json"
    file.write_text('{"arme": {"epee": {"nom": "Épée", "force": 3}}}', "utf-8")
    assert read_file(file, Armurerie).arme == {"epee": Arme("Épée", 3)}
    file.write_text("arme = 3", "utf-8")
    with pytest.raises(ContentError, match=r"armes\.json : ce n'est pas du JSON \("):
        read_file(file, Armurerie)
