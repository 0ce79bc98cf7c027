import { business } from '../../domain/business.ts'
import { socialName } from '../../domain/social-name.ts'

/** The account on which dates and pictures are published first, as "our Instagram". */
export const socialAccountText = `our ${socialName(business.social.photos)}`
