// The executable of a run's process; everything else is in its part.
import { loadPart } from "./part.ts";

loadPart("run", "worker");
