/** A line of the interface that existing callers rely on, and the tests that prove it, by the start of their titles. */
export interface InterfaceLine {
  says: string;
  provedBy: string[];
}

/** Spec files, as test titles start with them. */
export const callers = 'contract-tests/callers.spec.ts › ';
export const requests = 'contract-tests/requests.spec.ts › ';
export const ownership = 'contract-tests/ownership.spec.ts › ';
export const credentials = 'contract-tests/credentials.spec.ts › ';
export const lists = 'features/devices/device-lists.spec.ts › ';
export const files = 'features/devscripts/files.spec.ts › PUT /v1/devscripts/:devscriptId/files › ';
export const publishing = 'features/publishing/publishing.spec.ts › ';
export const codes = 'features/promotion-codes/promotion-codes.spec.ts › ';
export const messages = 'features/messages/messages.spec.ts › ';
export const sendMessage = 'features/messages/send-message.spec.ts › ';
export const delivery = 'link/delivery.spec.ts › ';
export const scripts = 'features/scripts/scripts.spec.ts › ';

/** Describes a route. `provedBy` tests its effect; the contract test checks its statuses and shapes. */
export function route(title: string, says: string, ...provedBy: string[]): InterfaceLine {
  const shape = `${requests}${title} › responds to valid requests as the contract says`;
  return { says: `\`${title}\`: ${says}`, provedBy: [...provedBy, shape] };
}

/** Describes a rule. */
export const line = (says: string, ...provedBy: string[]): InterfaceLine => ({ says, provedBy });
/** Describes a limit. The contract test tries the limit and one beyond. */
export const limit = (name: string, says: string, ...provedBy: string[]): InterfaceLine =>
  line(says, `contract-tests/limits.spec.ts › the limit ${name}`, ...provedBy);

/** Describes the device routes, which exist under both names. */
export const deviceFamily = (name: 'devices' | 'robots'): InterfaceLine[] => [
  route(
    `GET /v1/${name}`,
    '200, device list envelope',
    `${lists}GET /v1/${name} › lists the caller's devices, newest first`,
  ),
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
