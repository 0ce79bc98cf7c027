import { useEffect, useRef, useState } from 'react'
import { promoVideo, tacoTuesdaysTexts as words } from '../../content/taco-tuesdays.ts'
import styles from './promo-video.module.css'

/**
 * Loads the video only when it is scrolled into view. It starts by itself unless the visitor prefers reduced motion.
 * `storage` is the origin of the storage bucket, '' for the shop's own.
 */
export function PromoVideo({ storage }: { storage: string }) {
  const { width, height } = promoVideo
  const poster = storage + promoVideo.poster
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (video.current !== null && !failed) return playInView(video.current)
  }, [failed])
  if (failed) {
    return (
      <figure className={styles.frame}>
        <img src={poster} alt={words.videoLabel} width={width} height={height} />
        <figcaption>The film is stuck in the post. Here is a still.</figcaption>
      </figure>
    )
  }
  return (
    <figure className={styles.frame}>
      <video
        ref={video}
        src={storage + promoVideo.src}
        poster={poster}
        width={width}
        height={height}
        aria-label={words.videoLabel}
        preload="none"
        muted
        loop
        controls
        playsInline
        crossOrigin={storage === '' ? undefined : 'anonymous'}
        onError={() => setFailed(true)}
      >
        <track
          kind="captions"
          src={storage + promoVideo.captions}
          srcLang="en-GB"
          label="English"
          default
        />
      </video>
    </figure>
  )
}

function playInView(video: HTMLVideoElement): (() => void) | undefined {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
  let isOurs = false
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry === undefined) return
      if (entry.isIntersecting) {
        if (video.currentTime > 0 && !isOurs) return
        video.autoplay = true
        isOurs = false
        video.play().catch(() => {
          // The browser may refuse autoplay; the controls remain. A broken video triggers `onError`.
        })
      } else if (!video.paused) {
        isOurs = true
        video.pause()
      }
    },
    { threshold: 0.25 },
  )
  observer.observe(video)
  return () => observer.disconnect()
}
