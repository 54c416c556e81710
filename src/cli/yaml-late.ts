// The YAML parser, for a late import: bundled, a CommonJS package gives its names only to a static import like this one.
export { parseDocument } from "yaml";
