/** Version of the service, as /v1/installation and the reference tell it. */
export const VERSION = '0.1.0';
