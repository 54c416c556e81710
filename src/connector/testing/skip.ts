// A test of the suites that a connector does not run, and why. Printed in the run and in docs/reference/connectors.md.

export type Skip = { readonly test: string; readonly reason: string };
