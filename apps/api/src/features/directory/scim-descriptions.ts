import { BUDGET } from '@drover/contract/budget';

const listOf = (resources: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** What this server supports of SCIM 2.0 (RFC 7643, section 5). */
export const describeService = (url: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: BUDGET.directoryPageItems.max },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of the directory in the Authorization header',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${url}/ServiceProviderConfig` },
});

export const describeTypes = (url: string) =>
  listOf(
    ['User', 'Group'].map((name) => ({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id: name,
      name,
      endpoint: `/${name}s`,
      schema: `urn:ietf:params:scim:schemas:core:2.0:${name}`,
      meta: { resourceType: 'ResourceType', location: `${url}/ResourceTypes/${name}` },
    })),
  );

const attribute = (name: string, changes: object = {}) => ({
  ...{ name, type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
  ...changes,
});

const unique = { required: true, uniqueness: 'server' };
const externalId = attribute('externalId', { caseExact: true });

const attributes = {
  User: [
    attribute('userName', unique),
    externalId,
    attribute('displayName'),
    attribute('name', {
      type: 'complex',
      subAttributes: [attribute('givenName'), attribute('familyName')],
    }),
    attribute('emails', {
      type: 'complex',
      multiValued: true,
      subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
    }),
    attribute('active', { type: 'boolean' }),
  ],
  Group: [
    attribute('displayName', { ...unique, caseExact: true }),
    externalId,
    attribute('members', {
      type: 'complex',
      multiValued: true,
      returned: 'request',
      subAttributes: [
        attribute('value', { mutability: 'immutable', caseExact: true }),
        attribute('display', { mutability: 'readOnly' }),
        attribute('$ref', { type: 'reference', referenceTypes: ['User'], mutability: 'readOnly' }),
      ],
    }),
  ],
};

export const describeSchemas = (url: string) =>
  listOf(
    Object.entries(attributes).map(([name, attributesOfType]) => {
      const id = `urn:ietf:params:scim:schemas:core:2.0:${name}`;
      return {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
        id,
        name,
        attributes: attributesOfType,
        meta: { resourceType: 'Schema', location: `${url}/Schemas/${id}` },
      };
    }),
  );
