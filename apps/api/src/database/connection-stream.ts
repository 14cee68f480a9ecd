import type { Client, ClientBase } from 'pg';

/** Returns the socket of a connection. The types of pg have it only for `Client`. */
export function streamOf(client: ClientBase): Client['connection']['stream'] {
  return (client as Client).connection.stream;
}
