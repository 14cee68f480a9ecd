import express from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Settings } from '../context/settings';

/** What is known of the client of a request that passes no middleware, such as an upgrade. */
export interface Client {
  /** IP address as rate limits count it: an IPv6 network counts as one address. */
  address: string;
  isSecure: boolean;
}

/** Returns the function that reads the client of an upgrade. As for other requests, TRUST_PROXY says whose headers count. */
export function createClientReader({ TRUST_PROXY }: Settings): (request: IncomingMessage) => Client {
  const isTrusted = express().set('trust proxy', TRUST_PROXY).get('trust proxy fn') as (
    address: string,
    hop: number,
  ) => boolean;
  return ({ headers, socket }) => {
    const peer = socket.remoteAddress ?? '';
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    const hops = [
      peer,
      ...forwarded
        .map((hop) => hop.trim())
        .filter((hop) => hop !== '')
        .reverse(),
    ];
    const address = hops.find((hop, index) => !isTrusted(hop, index)) ?? hops[hops.length - 1] ?? peer;
    const scheme = isTrusted(peer, 0) ? String(headers['x-forwarded-proto'] ?? '') : '';
    const isSecure = socket instanceof TLSSocket || scheme.startsWith('https');
    return { address: ipKeyGenerator(address), isSecure };
  };
}
