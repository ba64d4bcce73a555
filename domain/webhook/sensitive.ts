/** Names of headers whose values are credentials as a rule. */
const sensitiveName =
  /auth|token|secret|passw|credential|cookie|signature|session|(^|[-_])(api|access|private|routing|integration|service)?-?_?key($|[-_])|bearer/i;

/** Whether a header's value should stay hidden until somebody asks for it. */
export function isSensitiveHeader(name: string): boolean {
  return sensitiveName.test(name);
}
