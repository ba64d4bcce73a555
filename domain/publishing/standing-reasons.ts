/** Reasons that many rows of an installation share. A plan shows each once per installation. */
export const standingReasons = {
  keepsSecrets: 'Keeps existing secrets.',
  heldAlready: 'The installation already matches.',
  notInFile: 'Not in the file.',
  notOnReference: 'Not on the reference.',
} as const;
