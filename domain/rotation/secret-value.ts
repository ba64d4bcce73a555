/** Shorter texts also occur in names and words. */
export const shortestValue = 8;
const longestValue = 4_096;

export interface Refusal {
  readonly message: string;
  readonly advice: string;
}

/** Why a value cannot be searched for or replaced; `null` when it can. */
export function refusedValue(value: string): Refusal | null {
  if (value.length < shortestValue) {
    return {
      message: `The value has fewer than ${shortestValue} characters.`,
      advice:
        'Short texts also occur in names and words, so other text could be replaced. Enter the complete secret.',
    };
  }
  return unusable(value);
}

/** Why a value cannot replace another; `null` when it can. */
export function refusedNewValue(value: string, old: string): Refusal | null {
  if (value === '') return { message: 'The new value is missing.', advice: 'Enter the new value.' };
  if (value === old) {
    return {
      message: 'The new value equals the old one.',
      advice: 'Enter the value that replaces it.',
    };
  }
  if (value.includes(old)) {
    return {
      message: 'The new value contains the old one.',
      advice: 'Hookdesk could not check that the old value is gone. Enter another new value.',
    };
  }
  return unusable(value);
}

function unusable(value: string): Refusal | null {
  if (value.length > longestValue) {
    return {
      message: `The value has more than ${longestValue.toLocaleString('en')} characters.`,
      advice: 'Enter the secret without the text around it.',
    };
  }
  if (hasControlCharacter(value) || !value.isWellFormed()) {
    return {
      message: 'The value contains a line break or another character that no header can hold.',
      advice: 'Copy the value again, without line breaks.',
    };
  }
  return null;
}

const hasControlCharacter = (value: string): boolean => /\p{Cc}/u.test(value);
