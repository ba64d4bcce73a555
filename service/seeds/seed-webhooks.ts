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
const places = ['production', 'staging', 'eu-west', 'us-east', 'DR site', 'test'];

/**
 * Generates `count` realistic webhooks, always the same for the same variant. Some share a name, a
 * few are disabled. Variant A also uses methods that variant B does not support.
 */
export function* seedWebhooks(variant: Variant, count: number): Generator<CreateBody> {
  const random = randomFrom(variant === 'A' ? 6 : 14);
  for (let index = 0; index < count; index += 1) {
    const target = index < targets.length ? targets[index] : random.pick(targets);
    if (target === undefined) throw new RangeError('No such target');
    const { product, ...called } = target(random);
    yield {
      name: nameFor(product, random),
      ...called,
      enabled: !random.chance(0.12),
      method: methodFor(variant, random),
      ...severities(random),
      ...(variant === 'B' && { payload_type: random.chance(0.2) ? 'JOB' : 'ALERT' }),
    };
  }
}

const nameFor = (product: string, random: Random): string =>
  `${random.pick(teamNames)} ${random.pick(places)} · ${product}`;

function methodFor(variant: Variant, random: Random): string {
  if (random.chance(0.8)) return 'POST';
  return variant === 'A' ? random.pick(['PUT', 'PUT', 'PATCH', 'GET', 'post']) : 'PUT';
}

type Severities = Required<
  Pick<CreateBody, 'low_alert' | 'med_alert' | 'high_alert' | 'cleared_alert'>
>;

function severities(random: Random): Severities {
  const least = random.integer(4);
  return {
    low_alert: least === 0,
    med_alert: least <= 1,
    high_alert: least <= 2,
    cleared_alert: random.chance(0.6),
  };
}
