/** Built as a separate bundle, so that other commands start without loading it. */
export { loadJq } from 'jq-wasm/inline';
