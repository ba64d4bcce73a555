import { defectInWords, type IdDefect } from '#domain/webhook/listed.ts';
import { counted } from '../../../ui/counted.ts';

const maxNamed = 3;

export function markOf(defect: IdDefect): string {
  if (defect.kind === 'missing') return 'No id';
  if (defect.kind === 'negative-zero') return 'Id -0';
  return defect.count === 2 ? `Id ${defect.id} twice` : `Id ${defect.id}, ${defect.count} times`;
}

export function reasonsInWords(webhooks: readonly { readonly idDefect: IdDefect }[]): string {
  const defects = webhooks.map(({ idDefect }) => idDefect);
  const without = defects.filter(({ kind }) => kind === 'missing').length;
  const words = new Set(defects.filter(({ kind }) => kind !== 'missing').map(defectInWords));
  const named = [...words].slice(0, maxNamed);
  const more = words.size - named.length;
  const reasons = [
    ...named,
    ...(more > 0 ? [`${counted(more, 'more id')} ${more === 1 ? 'is' : 'are'} not unique`] : []),
    ...(without > 0
      ? [`${counted(without, 'webhook')} ${without === 1 ? 'has' : 'have'} no id`]
      : []),
  ];
  return `${reasons.join('. ')}. A change could reach the wrong webhook.`;
}
