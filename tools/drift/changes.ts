/** One change to the contract, made to a route that no other change touches. */
export interface Change {
  kind: string;
  /** The route that the errors have to name. */
  route: string;
  /** Below libs/contract/src. */
  file: string;
  from: string | RegExp;
  to: string;
}

export const changes: Change[] = [
  {
    kind: 'rename a response field',
    route: 'audit.list',
    file: 'audit.schemas.ts',
    from: '  address: z.string(),',
    to: '  ipAddress: z.string(),',
  },
  {
    kind: 'remove a response field',
    route: 'listings.quote',
    file: 'listings.schemas.ts',
    from: '  percentOff: z.number(),\n',
    to: '',
  },
  {
    kind: 'rename a request field',
    route: 'tokens.create',
    file: 'tokens.schemas.ts',
    from: '  expiresIn: seconds(',
    to: '  validFor: seconds(',
  },
  {
    kind: 'add a required request field',
    route: 'secrets.update',
    file: 'secrets.schemas.ts',
    from: 'UpdateSecret = z.object({\n',
    to: 'UpdateSecret = z.object({\n  reason: z.string(),\n',
  },
  {
    kind: 'remove a route',
    route: 'webhooks.sendTest',
    file: 'webhooks.routes.ts',
    from: /  sendTest: \{[^]*?\n  \},\n/,
    to: '',
  },
  {
    kind: 'change a method',
    route: 'devices.stop',
    file: 'devices.routes.ts',
    from: "method: 'PUT',\n      path: `/v1/${family}/:deviceId/stop`",
    to: "method: 'POST',\n      path: `/v1/${family}/:deviceId/stop`",
  },
  {
    kind: 'change a path',
    route: 'runs.stop',
    file: 'runs.routes.ts',
    from: "'/v1/runs/stop'",
    to: "'/v1/runs/cancel'",
  },
  {
    kind: 'change the status of a success',
    route: 'presets.create',
    file: 'presets.routes.ts',
    from: '{ 201: Preset }',
    to: '{ 200: Preset }',
  },
  {
    kind: 'tighten a limit',
    route: 'devices.update',
    file: 'limits.ts',
    from: 'deviceNameChars: 20,',
    to: 'deviceNameChars: 15,',
  },
];
