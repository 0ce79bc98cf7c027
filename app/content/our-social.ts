import { business } from '../../domain/business.ts'
import { getSocialName } from '../../domain/social-name.ts'

/** The account on which dates and pictures are published first, as "our Instagram". */
export const socialAccountText = `our ${getSocialName(business.social.photos)}`
