/** Version of the service, as shown by /v1/installation and the reference. */
export const VERSION = '0.1.0';
