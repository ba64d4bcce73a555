import type { CreateBody, Variant } from '../webhooks/body-types.ts';
import { type Random, randomFrom } from './random.ts';
import { targets } from './targets.ts';

const teamNames = [
  'Payments',
  'Core banking',
  'Data platform',
  'Bereitschaft Zürich',
  'Astreinte Île-de-France',
  'データベース運用',
  'Дежурная смена',
  'Reporting',
  'Web shop 🛒',
  'DBA on-call',
];
const environments = ['production', 'staging', 'eu-west', 'us-east', 'DR site', 'test'];

const seedByVariant = { A: 6, B: 14 } as const;

/**
 * Generates `count` realistic webhooks, always the same for the same variant. Some have the same
 * name by chance, a few are disabled. Variant A also uses methods that variant B does not support.
 */
export function* seedWebhooks(variant: Variant, count: number): Generator<CreateBody> {
  const random = randomFrom(seedByVariant[variant]);
  for (let index = 0; index < count; index += 1) {
    // Each product once, then any.
    const target = index < targets.length ? targets[index] : random.pick(targets);
    if (target === undefined) throw new RangeError('No such target');
    const { product, ...receiver } = target(random);
    yield {
      name: nameFor(product, random),
      ...receiver,
      enabled: !random.chance(0.12),
      method: methodFor(variant, random),
      ...severities(random),
      ...(variant === 'B' && { payload_type: random.chance(0.2) ? 'JOB' : 'ALERT' }),
    };
  }
}

const nameFor = (product: string, random: Random): string =>
  `${random.pick(teamNames)} ${random.pick(environments)} · ${product}`;

function methodFor(variant: Variant, random: Random): string {
  if (random.chance(0.8)) return 'POST';
  // Variant A takes any text as a method.
  return variant === 'A' ? random.pick(['PUT', 'PUT', 'PATCH', 'GET', 'post']) : 'PUT';
}

type Severities = Required<
  Pick<CreateBody, 'low_alert' | 'med_alert' | 'high_alert' | 'cleared_alert'>
>;

function severities(random: Random): Severities {
  // 3: none of the three.
  const lowest = random.integer(4);
  return {
    low_alert: lowest === 0,
    med_alert: lowest <= 1,
    high_alert: lowest <= 2,
    cleared_alert: random.chance(0.6),
  };
}
