import { z } from 'zod';

/** The two variants of the interface that are in the field. Source: interface document §9. */
export const VariantId = z.enum(['A', 'B']);
export type VariantId = z.infer<typeof VariantId>;

export const PayloadType = z.enum(['ALERT', 'JOB']);
export type PayloadType = z.infer<typeof PayloadType>;

/** What one variant allows, as data: everything that differs between A and B stands here. */
export interface Variant {
  readonly id: VariantId;
  /** Release of the interface, as the document names it. */
  readonly release: string;
  /** API root proposed for a new installation; for B it is not in the interface document. */
  readonly proposedRoot: string;
  /** Methods the variant takes; `null` means any string. */
  readonly methods: readonly string[] | null;
  readonly hasPayloadType: boolean;
}

export const variants: Readonly<Record<VariantId, Variant>> = {
  A: { id: 'A', release: '6.0', proposedRoot: '/api/v6', methods: null, hasPayloadType: false },
  B: {
    id: 'B',
    release: '14.0',
    proposedRoot: '/api/v14',
    methods: ['POST', 'PUT'],
    hasPayloadType: true,
  },
};
