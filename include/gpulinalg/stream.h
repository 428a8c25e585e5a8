/* stream.h - streams and events.
 *
 * Work on a GPU is queued in streams, and different streams run concurrently. Work is queued in the default stream of the
 * device unless the thread has made another stream current. Arrays may be used in any stream: a stream that uses an array waits
 * for the stream that wrote the array. On the host all work has finished when a call returns, so host streams are always empty.
 *
 * Threads: each thread has its own current stream on each device. Several threads may use the same streams and events. */
#ifndef GPULINALG_STREAM_H
#define GPULINALG_STREAM_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/** Queue of work on a device; different streams run concurrently.
 *
 * `new_stream` creates a stream; `get_stream` returns the current one. */
GLA_CLASS(gla_stream, "Stream");

/** Marker in a stream, created by `stream_record`. */
GLA_CLASS(gla_event, "Event");

/** Create a stream on a device.
 *
 * @param device  device name, as listed by `devices()`; default: the current one
 * @return        Stream. A stream is released when it is no longer used, and pending work still completes
 * @throws DeviceError        if the device does not exist
 * @throws NotSupportedError  if 63 streams of the device are in use
 * @example s = new_stream "host"
 *   stream_device s -> host
 */
gla_status gla_new_stream(gla_stream **stream, const char *device GLA_DEFAULT(= NULL));

/** Return the current stream of this thread on a device.
 *
 * @param device  device name, as listed by `devices()`; default: the current one
 * @return        Stream
 * @throws DeviceError  if the device does not exist
 * @example s = get_stream "host"
 *   stream_device s -> host
 */
gla_status gla_get_stream(gla_stream **stream, const char *device GLA_DEFAULT(= NULL));

/** Make a stream current. From now on, this thread's work on the device of the stream is queued in that stream.
 *
 * @param stream  Stream of any device; `none` restores the default streams of all devices
 * @return        nothing
 * @example s = new_stream "host"
 *   set_stream s
 *   x = ones 1000
 *   set_stream
 */
gla_status gla_set_stream(const gla_stream *stream GLA_DEFAULT(= NULL));

/** Wait until all work in a stream has finished.
 *
 * @param stream  Stream
 * @return        nothing
 * @throws DeviceError       if pending work failed
 * @throws InterruptedError  if the user interrupts the wait. The work itself continues
 * @example s = get_stream
 *   x = ones [100, 100]
 *   stream_synchronize s
 */
gla_status gla_stream_synchronize(const gla_stream *stream);

/** Test whether all work in a stream has finished.
 *
 * @param stream  Stream
 * @return        true or false
 * @throws DeviceError  if pending work failed
 * @example s = get_stream
 *   stream_synchronize s
 *   stream_query s -> true
 */
gla_status gla_stream_query(const gla_stream *stream, bool *done);

/** Record an event at the current end of a stream.
 *
 * @param stream  Stream
 * @param timing  true: the event records the time, which `event_elapsed_time` needs
 * @return        Event
 * @vjp    zero
 * @example s = get_stream
 *   event = stream_record s timing=false
 *   event_synchronize event
 */
gla_status gla_stream_record(const gla_stream *stream, gla_event **event, bool timing GLA_DEFAULT(= true));

/** Make later work in a stream wait for an event.  The caller does not wait.
 *
 * @param stream  Stream
 * @param event   Event, of the same device or another device of the same kind
 * @return        nothing
 * @throws DeviceError  if the event belongs to a device of another kind
 * @example first = new_stream
 *   second = new_stream
 *   event = stream_record first
 *   stream_wait second event
 */
gla_status gla_stream_wait(const gla_stream *stream, const gla_event *event);

/** Return the name of the device that a stream belongs to.
 *
 * @param stream  Stream
 * @return        name of the device
 * @method property
 * @example s = new_stream "host"
 *   stream_device s -> host
 */
gla_status gla_stream_device(const gla_stream *stream, char **text);

/** Wait until the work before an event has finished.
 *
 * @param event  Event
 * @return       nothing
 * @throws DeviceError       if that work failed
 * @throws InterruptedError  if the user interrupts the wait. The work itself continues
 * @example s = get_stream
 *   event = stream_record s
 *   event_synchronize event
 */
gla_status gla_event_synchronize(const gla_event *event);

/** Test whether the work before an event has finished.
 *
 * @param event  Event
 * @return       true or false
 * @throws DeviceError  if that work failed
 * @example s = get_stream
 *   event = stream_record s
 *   event_synchronize event
 *   event_query event -> true
 */
gla_status gla_event_query(const gla_event *event, bool *done);

/** Return the time between two events, as measured by the device. The call waits for both events.
 *
 * @param start  Event recorded with timing
 * @param stop   Event recorded with timing, on the same device
 * @return       time in milliseconds
 * @throws ArgumentError  if an event has no timing
 * @throws DeviceError    if the events belong to different devices
 * @example s = get_stream
 *   start = stream_record s
 *   x = ones [500, 500]
 *   stop = stream_record s
 *   milliseconds = event_elapsed_time start stop
 */
gla_status gla_event_elapsed_time(const gla_event *start, const gla_event *stop, double *milliseconds);

GLA_END_DECLS

#endif
