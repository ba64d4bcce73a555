import { closedObject, type JsonObject, listOf, schemaRef, text } from './json-schema.ts';
import { refsToProblems } from './problem-responses.ts';

/**
 * Returns the sign-in path for an API root: `/pem/api/token/` for `/pem/api/v16`, and `/api/token/`
 * for a root that is not below `/api`. All versions of the interface share this path.
 */
export function tokenPath(root: string): string {
  const [, base = '/api'] = /^(.*\/api)\/[^/]+$/.exec(root) ?? [];
  return `${base}/token/`;
}

/** Returns the version in an API root, such as `v14`; `null` if there is none. */
export const versionIn = (root: string): string | null => /\/(v[0-9]+)$/.exec(root)?.[1] ?? null;

/** Marks operations and schemas from the public documentation, not the interface document. */
const asDocumented = { 'x-source': 'As PEM documents it.' };

const versions = (description: string): JsonObject =>
  listOf({ type: 'string', examples: ['v14'] }, description);

export const tokenSchemas: JsonObject = {
  TokenRequest: closedObject(
    'Who signs in.',
    { username: text('Name of the user.'), password: text('Password of the user.') },
    ['username', 'password'],
    asDocumented,
  ),
  Token: {
    type: 'object',
    description: 'Facts about an auth token. The auth token itself is in the header.',
    ...asDocumented,
    properties: {
      issuedAt: text('When the auth token was issued.', { format: 'date-time' }),
      expiresAt: text('When the auth token expires.', { format: 'date-time' }),
      version: text('The newest version of the interface.', {
        examples: ['v14'],
        'x-assumption': 'The form of a version is not documented: here as it stands in a path.',
      }),
      supported_api_versions: versions('Versions of the interface that can be used.'),
      deprecated_api_versions: versions('Those of them that will go away.'),
    },
  },
};

export function tokenPaths(root: string): JsonObject {
  return {
    '/token/': {
      // All other paths are below the API root.
      servers: [{ url: tokenPath(root).replace(/\/token\/$/, '') }],
      post: {
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'Issues an auth token with a lifetime of 20 minutes unless the service was started with ' +
          'another --token-ttl.',
        tags: ['Token'],
        ...asDocumented,
        security: [],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaRef('TokenRequest') } },
        },
        responses: {
          201: {
            description: 'Signed in.',
            headers: {
              'X-Subject-Token': {
                description: 'The auth token, to be sent as X-Auth-Token.',
                schema: { type: 'string' },
              },
            },
            content: { 'application/json': { schema: schemaRef('Token') } },
          },
          ...refsToProblems(400, 401, 413, 415, 429, 500, 503),
        },
      },
      delete: {
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Ends the auth token that is sent in X-Auth-Token.',
        tags: ['Token'],
        ...asDocumented,
        responses: {
          204: { description: 'The auth token has ended. The answer has no body.' },
          ...refsToProblems(400, 401, 413, 415, 429, 500),
        },
      },
    },
  };
}
