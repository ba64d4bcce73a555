export interface PolicyNeeds {
  /** Further sources of `connect-src`, such as the web socket of the host. */
  connect: readonly string[];
}

/** Hashes of paneforge's style elements: empty, or `*{cursor: X!important;}` (X: ew-, w-, e-, ns-, n- or s-resize). A spec names the new hash when an update changes one. */
const resizeCursors = [
  `'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='`,
  `'sha256-ejxaNqI9HE4qAX7B2hAfln6pnS37ktMxKSd3kZCKrvU='`,
  `'sha256-3E7V3vrrCp0FIalfwVOrEiZQA9GXrPxylQSBapcdnoM='`,
  `'sha256-XvJ01jaWVHkBTx63VEEV8Mmbn7pi9cbgzXIyweci36Q='`,
  `'sha256-wUEtAaaVdYbl2wBKc7ZXQJ+ZY0hLP1JUfj5VzM8WQJ4='`,
  `'sha256-xWWdZhbIKroFvyKpADxJwHlQTxeDyH03GJQEs0FTvdQ='`,
  `'sha256-qRk/VfuUuXoKA7au6vyYM5V1nEMVy+UkEZk7KDa2ov0='`,
];

/** Source: W3C CSP Level 3 §6. */
function contentSecurityPolicy(needs: PolicyNeeds): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' ${resizeCursors.join(' ')}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src ${["'self'", ...needs.connect].join(' ')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

export function securityHeaders(needs: PolicyNeeds): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(needs),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}
