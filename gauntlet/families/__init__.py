"""Every family of the gauntlet, by key."""

from gauntlet.families import (
    authority,
    computers,
    crash,
    disclosure,
    engine,
    evening,
    failures,
    forged,
    hosting,
    laws,
    limits,
    load,
    migration,
    month,
    mutation,
    names,
    permitted,
    private,
    simulated,
    storage,
    supply,
    typed,
    wandering,
)
from gauntlet.family import Family

FAMILIES: dict[str, Family] = {
    family.key: family
    for family in (
        *evening.FAMILIES,
        *crash.FAMILIES,
        *storage.FAMILIES,
        laws.FAMILY,
        *engine.FAMILIES,
        *computers.FAMILIES,
        authority.FAMILY,
        forged.FAMILY,
        *typed.FAMILIES,
        names.FAMILY,
        wandering.FAMILY,
        failures.FAMILY,
        permitted.FAMILY,
        *simulated.FAMILIES,
        *limits.FAMILIES,
        *load.FAMILIES,
        private.FAMILY,
        *disclosure.FAMILIES,
        *migration.FAMILIES,
        *month.FAMILIES,
        supply.FAMILY,
        *hosting.FAMILIES,
        mutation.FAMILY,
    )
}
