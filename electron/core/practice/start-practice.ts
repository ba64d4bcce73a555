import type { ConnectionView } from '#contract/index.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { type VariantId, variants } from '#domain/webhook/variant.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports } from '../ports.ts';

/** Starts a reference service per variant and adds its installation, or takes the one that exists. */
export async function startPractice(
  ports: Pick<Ports, 'practice'>,
  connections: Connections,
  variantIds: readonly VariantId[],
): Promise<ConnectionView[]> {
  const views: ConnectionView[] = [];
  for (const variant of new Set(variantIds)) {
    const { baseUrl, apiRoot } = await ports.practice.start(variant);
    views.push(
      connections.addPractice(variant, {
        ...blankConnection,
        name: `Practice ${variants[variant].release}`,
        baseUrl,
        apiRoot,
        variant,
        environment: 'test',
        proxy: { kind: 'none' },
      }),
    );
  }
  return views;
}
