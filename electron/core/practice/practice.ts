import type { ConnectionView } from '#contract/index.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { type VariantId, variants } from '#domain/webhook/variant.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports } from '../ports.ts';

export async function startPractice(
  ports: Pick<Ports, 'practice'>,
  connections: Connections,
  wanted: readonly VariantId[],
): Promise<ConnectionView[]> {
  const views: ConnectionView[] = [];
  for (const variant of new Set(wanted)) {
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
