// Puts the translation of driver failures around every method of every family, in one place.

type Method = (...args: never[]) => Promise<unknown>;

export function guard<Families extends Record<string, object>>(
  families: Families,
  coded: <T>(work: () => Promise<T>) => Promise<T>,
): Families {
  const guarded = Object.entries(families).map(([name, family]) => [
    name,
    Object.fromEntries(
      Object.entries(family as Record<string, Method>).map(([key, method]) => [
        key,
        (...args: never[]) => coded(() => method(...args)),
      ]),
    ),
  ]);
  return Object.fromEntries(guarded) as Families;
}
