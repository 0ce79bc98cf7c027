import { business } from '../../domain/business.ts'
import { getSocialSiteName } from '../../domain/social-name.ts'

/** The account on which dates and pictures are published first, as "our Instagram". */
export const socialAccountText = `our ${getSocialSiteName(business.social.photos)}`
