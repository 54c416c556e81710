// The migrations in order. A released one never changes: a new need is a new file with the next number.
import type { Migration } from "../migrate.ts";
import { first } from "./0001-first.ts";
import { schemaChanges } from "./0002-schema-changes.ts";

export const migrations: readonly Migration[] = [first, schemaChanges];
