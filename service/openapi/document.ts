import type { Variant } from '../webhooks/bodies.ts';
import type { JsonObject } from './json-schema.ts';
import { paths } from './paths.ts';
import { problemComponents } from './problem-responses.ts';
import { schemas } from './schemas.ts';
import { tokenPaths, tokenSchemas } from './signing-in.ts';
import { bodyLimit as usualBodyLimit } from '../http/body-limit.ts';

/** Release of the interface per variant, and the API root until told otherwise. Source: §9. */
export const releases: Readonly<Record<Variant, { release: string; root: string }>> = {
  A: { release: '6.0', root: '/api/v6' },
  B: { release: '14.0', root: '/api/v14' },
};

/**
 * The interface of one variant as an OpenAPI 3.1 document, for a service whose API root is `root`.
 * Requests are checked from this very document. Written from the interface document; what that
 * leaves open carries an `x-assumption` with what was chosen here, or an `x-source` that says where
 * it is documented. `signIn` adds the operations for users; `bodyLimit` is in bytes.
 */
export function openApiDocument(
  variant: Variant,
  root: string,
  { signIn = false, bodyLimit = usualBodyLimit }: { signIn?: boolean; bodyLimit?: number } = {},
): JsonObject {
  const { release } = releases[variant];
  return {
    openapi: '3.1.0',
    info: {
      title: `Webhook management service, variant ${variant}`,
      version: release,
      summary: 'Defines webhooks: outbound HTTP notification targets for alerts.',
      description:
        `Variant ${variant} (interface release ${release}). Wherever the interface document says ` +
        'nothing, the choice is that of this service, and is marked as such (x-assumption).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: root === '' ? '/' : root,
        ...(variant === 'B' && {
          'x-assumption': 'The interface document does not show the path prefix of variant B.',
        }),
      },
    ],
    tags: [
      { name: 'Webhook', description: 'Webhook definitions.' },
      ...(signIn ? [{ name: 'Token', description: 'Auth tokens of users who sign in.' }] : []),
    ],
    security: [{ authToken: [] }],
    paths: { ...paths(), ...(signIn && tokenPaths(root)) },
    components: {
      securitySchemes: {
        authToken: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Auth-Token',
          description: 'Auth token.',
          'x-assumption':
            'The interface document lists this header as required and also says that no ' +
            'authentication is needed. It is required here, unless the service was started ' +
            'with --no-auth.',
        },
      },
      responses: problemComponents(bodyLimit, { signIn }),
      schemas: { ...schemas(variant), ...(signIn && tokenSchemas) },
    },
  };
}
