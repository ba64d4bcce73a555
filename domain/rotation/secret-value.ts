/** Shorter texts also occur in names and words. */
export const shortestValue = 8;
const longestValue = 4_096;

export interface Refusal {
  readonly message: string;
  readonly advice: string;
}

const refusal = (message: string, advice: string): Refusal => ({ message, advice });

/** Why a value cannot be searched for or replaced; `null` when it can. */
export const refusedValue = (value: string): Refusal | null =>
  value.length < shortestValue
    ? refusal(
        `The value has fewer than ${shortestValue} characters.`,
        'Short texts also occur in names and words, so other text could be replaced. Enter the complete secret.',
      )
    : unusable(value);

/** Why a value cannot replace another; `null` when it can. */
export function refusedNewValue(value: string, old: string): Refusal | null {
  if (value === '') return refusal('The new value is missing.', 'Enter the new value.');
  if (value === old) {
    return refusal('The new value equals the old one.', 'Enter the value that replaces it.');
  }
  if (value.includes(old)) {
    return refusal(
      'The new value contains the old one.',
      'Hookdesk could not check that the old value is gone. Enter another new value.',
    );
  }
  return unusable(value);
}

function unusable(value: string): Refusal | null {
  if (value.length > longestValue) {
    return refusal(
      `The value has more than ${longestValue.toLocaleString('en')} characters.`,
      'Enter the secret without the text around it.',
    );
  }
  if (hasControlCharacter(value) || !value.isWellFormed()) {
    return refusal(
      'The value contains a line break or another character that no header can hold.',
      'Copy the value again, without line breaks.',
    );
  }
  return null;
}

const hasControlCharacter = (value: string): boolean => /\p{Cc}/u.test(value);
