/** Whether it contains a UUID, or a run of 16 or more letters and digits with both. For paths of URLs. */
export const containsRandomId = (text: string): boolean =>
  uuid.test(text) || (text.match(/[A-Za-z0-9]{16,}/g) ?? []).some(isMixed);

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;
const isMixed = (run: string): boolean => /[0-9]/.test(run) && /[A-Za-z]/.test(run);

const shortestRandom = 20;

/** Whether at least 20 characters change often between letters, capitals and digits. For any text. */
export function isRandomText(text: string): boolean {
  if (text.length < shortestRandom) return false;
  let length = 0;
  let changes = 0;
  let last = '';
  for (const character of text) {
    const kind = kindOf(character);
    if (kind === '') continue;
    if (kind !== last && last !== '') changes += 1;
    last = kind;
    length += 1;
  }
  return length >= shortestRandom && changes >= length * 0.4;
}

/** Whether a short text mixes letters, capitals and digits unlike words, numbers and ids. */
export function isShortRandomText(text: string): boolean {
  if (!/^[!-~]{8,64}$/.test(text) || !/\d/.test(text) || !/[A-Za-z]/.test(text)) return false;
  const kinds = Array.from(text, kindOf).filter((kind) => kind !== '');
  const changes = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
  return kinds.length >= 8 && changes >= kinds.length * 0.4;
}

function kindOf(character: string): 'small' | 'capital' | 'digit' | '' {
  if (character >= 'a' && character <= 'z') return 'small';
  if (character >= 'A' && character <= 'Z') return 'capital';
  return character >= '0' && character <= '9' ? 'digit' : '';
}
