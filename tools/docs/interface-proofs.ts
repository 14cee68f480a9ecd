/** A line of the interface that existing callers rely on, and the tests that prove it, by the beginning of their titles. */
export interface InterfaceLine {
  says: string;
  provedBy: string[];
}

/** Spec files, as titles begin with them. */
export const callers = 'contract-tests/callers.spec.ts › ';
export const requests = 'contract-tests/requests.spec.ts › ';
export const ownership = 'contract-tests/ownership.spec.ts › ';
export const credentials = 'contract-tests/credentials.spec.ts › ';
export const lists = 'devices/device-lists.spec.ts › ';
export const files = 'devscripts/files.spec.ts › PUT /v1/devscripts/:devscriptId/files › ';
export const publishing = 'publishing/publishing.spec.ts › ';
export const codes = 'promotion-codes/promotion-codes.spec.ts › ';
export const messages = 'messages/messages.spec.ts › ';
export const sendMessage = 'messages/send-message.spec.ts › ';
export const delivery = 'link/delivery.spec.ts › ';
export const scripts = 'scripts/scripts.spec.ts › ';

/** A route: its answers have the declared statuses and shapes, its owner finds it, and what it does is seen. */
export function route(title: string, says: string, ...provedBy: string[]): InterfaceLine {
  const shape = `${requests}${title} › answers requests that it takes as the contract says`;
  return { says: `\`${title}\`: ${says}`, provedBy: [...provedBy, shape] };
}

/** A rule. */
export const line = (says: string, ...provedBy: string[]): InterfaceLine => ({ says, provedBy });
/** A limit: tried at its edge and one beyond. */
export const limit = (name: string, says: string, ...provedBy: string[]): InterfaceLine =>
  line(says, `contract-tests/limits.spec.ts › the limit ${name}`, ...provedBy);

/** What the device family does; the older family does the same. */
export const deviceFamily = (name: 'devices' | 'robots'): InterfaceLine[] => [
  route(`GET /v1/${name}`, '200, device list envelope', `${lists}GET /v1/${name} › gives the caller's own`),
  route(
    `GET /v1/${name}/:deviceId`,
    '200, device record',
    `${ownership}GET /v1/${name}/:deviceId › is found by its owner`,
  ),
  route(
    `PUT /v1/${name}/:deviceId/stop`,
    '204; stops all scripts on the device',
    `${delivery}stopping › the device`,
  ),
  route(
    `POST /v1/${name}/:deviceId/messages`,
    '204; pushes title and text to the device',
    `${messages}POST /v1/${name}/:deviceId/messages › pushes the message`,
  ),
];
