// The executable. Placeholder until the CLI room opens an App here.
process.stdout.write("revos\n");
