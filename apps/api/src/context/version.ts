import { version } from '../../package.json';

/** Version of the server, as shown by /v1/installation and the reference. */
export const VERSION = version;
